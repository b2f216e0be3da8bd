package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// richKind is a kind with an object of it, a file in testdata/equal, that has as many corners of the API as the
// server accepts together.
type richKind struct {
	kind
	cluster bool // it lies in no namespace
}

var gadgets = kind{gvk: schema.GroupVersionKind{Group: "equal.example.com", Version: "v1", Kind: "Gadget"}, resource: "gadgets"}

// richKinds are those that clusters have most of, and a custom resource.
func richKinds() []richKind {
	of := func(version schema.GroupVersion, name string) richKind {
		return richKind{kind: kind{gvk: version.WithKind(name), resource: strings.ToLower(name) + "s"}}
	}
	nodes := of(corev1.SchemeGroupVersion, "Node")
	nodes.cluster = true
	return []richKind{
		of(corev1.SchemeGroupVersion, "Pod"), nodes,
		of(appsv1.SchemeGroupVersion, "ReplicaSet"), of(appsv1.SchemeGroupVersion, "Deployment"),
		of(discoveryv1.SchemeGroupVersion, "EndpointSlice"), of(batchv1.SchemeGroupVersion, "Job"),
		of(corev1.SchemeGroupVersion, "ConfigMap"), of(corev1.SchemeGroupVersion, "Secret"),
		of(corev1.SchemeGroupVersion, "Event"), of(coordinationv1.SchemeGroupVersion, "Lease"),
		{kind: gadgets},
	}
}

// in is the namespace of objects that a test writes in the given one.
func (k richKind) in(namespace string) string {
	if k.cluster {
		return ""
	}
	return namespace
}

func (k richKind) rich(t *testing.T) *unstructured.Unstructured {
	t.Helper()
	return manifest(t, strings.ToLower(k.gvk.Kind))
}

// manifest reads a file of testdata/equal.
func manifest(t *testing.T, name string) *unstructured.Unstructured {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "equal", name+".yaml"))
	must(t, err)
	data, err := yaml.YAMLToJSON(text)
	must(t, err)
	u := &unstructured.Unstructured{}
	must(t, u.UnmarshalJSON(data))
	return u
}
