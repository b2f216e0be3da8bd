package e2e_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"informerbench/e2e/cluster"
)

// What deploy/ holds, each to be applied with kubectl apply -k.
var deployed = []string{"base", "overlays/m7i-xlarge", "overlays/c8g-xlarge", "record", "fetch"}

var (
	secretsResource    = schema.GroupVersionResource{Version: "v1", Resource: "secrets"}
	namespacesResource = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
)

// rendered is what kubectl apply -k would send.
func rendered(t *testing.T, folder string) []*unstructured.Unstructured {
	t.Helper()
	module, err := cluster.ModuleDir(t.Context())
	must(t, err)
	path := filepath.Join(filepath.Dir(module), "deploy", filepath.FromSlash(folder))
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), path)
	must(t, err)
	var out []*unstructured.Unstructured
	for _, r := range resources.Resources() {
		text, err := r.AsYAML()
		must(t, err)
		data, err := yaml.ToJSON(text)
		must(t, err)
		u := &unstructured.Unstructured{}
		must(t, u.UnmarshalJSON(data))
		out = append(out, u)
	}
	return out
}

// applier applies objects on the server's side, and notes what the server warns of.
type applier struct {
	mapper meta.RESTMapper
	client dynamic.Interface

	mu       sync.Mutex // guards warnings: they arrive on the client's goroutines
	warnings []string
}

func newApplier(t *testing.T, config *rest.Config) *applier {
	t.Helper()
	a := &applier{}
	config.WarningHandlerWithContext = a
	finder, err := discovery.NewDiscoveryClientForConfig(config)
	must(t, err)
	groups, err := restmapper.GetAPIGroupResources(finder)
	must(t, err)
	a.mapper = restmapper.NewDiscoveryRESTMapper(groups)
	a.client, err = dynamic.NewForConfig(config)
	must(t, err)
	return a
}

func (a *applier) HandleWarningHeaderWithContext(_ context.Context, _ int, _ string, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.warnings = append(a.warnings, text)
}

func (a *applier) said() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.warnings)
}

// apply refuses fields that the server does not know.
func (a *applier) apply(t *testing.T, u *unstructured.Unstructured, dryRun bool) (*unstructured.Unstructured, error) {
	t.Helper()
	kind := u.GroupVersionKind()
	mapping, err := a.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	must(t, err)
	data, err := u.MarshalJSON()
	must(t, err)
	force := true
	options := metav1.PatchOptions{FieldManager: "e2e", FieldValidation: metav1.FieldValidationStrict, Force: &force}
	if dryRun {
		options.DryRun = []string{metav1.DryRunAll}
	}
	return a.client.Resource(mapping.Resource).Namespace(u.GetNamespace()).Patch(t.Context(), u.GetName(), types.ApplyPatchType, data, options)
}

// The namespace has to be there before what lies in it can be tried, and its pod security standard is what
// warns of pods that would be refused.
func TestDeployIsAcceptedByARealServer(t *testing.T) {
	c := shared(t)
	for _, folder := range deployed {
		t.Run(folder, func(t *testing.T) {
			a := newApplier(t, c.Config())
			applyNamespaces(t, a)
			for _, u := range rendered(t, folder) {
				if _, err := a.apply(t, u, true); err != nil {
					t.Errorf("%s %s: %v", u.GetKind(), u.GetName(), err)
				}
				if u.GetKind() == "Job" {
					a.tryPod(t, u)
				}
			}
			for _, warning := range a.said() {
				t.Errorf("the server warns: %s", warning)
			}
		})
	}
}

func applyNamespaces(t *testing.T, a *applier) {
	t.Helper()
	for _, u := range rendered(t, "base") {
		if u.GetKind() == "Namespace" {
			_, err := a.apply(t, u, false)
			must(t, err)
		}
	}
}

// tryPod creates a pod as the Job's controller would, in a dry run: the pod security standard is enforced on
// pods only.
func (a *applier) tryPod(t *testing.T, job *unstructured.Unstructured) {
	t.Helper()
	template, _, err := unstructured.NestedMap(job.Object, "spec", "template")
	must(t, err)
	pod := &unstructured.Unstructured{Object: template}
	pod.SetAPIVersion("v1")
	pod.SetKind("Pod")
	pod.SetNamespace(job.GetNamespace())
	pod.SetName(job.GetName() + "-try")
	if _, err := a.apply(t, pod, true); err != nil {
		t.Errorf("a pod of %s: %v", job.GetName(), err)
	}
}

// What is checked here a server accepts, and yet it would not measure well.
func TestDeployedJobsMeasureWell(t *testing.T) {
	for _, folder := range []string{"base", "overlays/m7i-xlarge", "overlays/c8g-xlarge"} {
		for _, u := range rendered(t, folder) {
			if u.GetKind() != "Job" {
				continue
			}
			completions, _, _ := unstructured.NestedInt64(u.Object, "spec", "completions")
			container := onlyContainer(t, u)
			if shards := environment(container)["SHARDS"]; shards != fmt.Sprint(completions) {
				t.Errorf("%s: %d completions, and SHARDS is %q", folder, completions, shards)
			}
			requests, _, _ := unstructured.NestedStringMap(container, "resources", "requests")
			limits, _, _ := unstructured.NestedStringMap(container, "resources", "limits")
			if fmt.Sprint(requests) != fmt.Sprint(limits) || strings.ContainsAny(requests["cpu"], "m.") {
				t.Errorf("%s: requests %v, limits %v: they must be alike, with whole CPUs", folder, requests, limits)
			}
		}
	}
}

func onlyContainer(t *testing.T, job *unstructured.Unstructured) map[string]any {
	t.Helper()
	containers, _, err := unstructured.NestedSlice(job.Object, "spec", "template", "spec", "containers")
	must(t, err)
	if len(containers) != 1 {
		t.Fatalf("%s has %d containers: others would be measured along", job.GetName(), len(containers))
	}
	return containers[0].(map[string]any)
}

func environment(container map[string]any) map[string]string {
	out := map[string]string{}
	list, _, _ := unstructured.NestedSlice(container, "env")
	for _, e := range list {
		variable := e.(map[string]any)
		if value, ok := variable["value"].(string); ok {
			out[variable["name"].(string)] = value
		}
	}
	return out
}

// An account is what its role says, and no more. The API server authorizes by RBAC here.
func TestRecorderMayListAndWatchPodsAndNothingElse(t *testing.T) {
	c := shared(t)
	a := newApplier(t, c.Config())
	applyNamespaces(t, a)
	for _, u := range rendered(t, "record") {
		if slices.Contains([]string{"ServiceAccount", "ClusterRole", "ClusterRoleBinding"}, u.GetKind()) {
			_, err := a.apply(t, u, false)
			must(t, err)
		}
	}
	config := c.Config()
	config.Impersonate = rest.ImpersonationConfig{
		UserName: "system:serviceaccount:informerbench:benchgen-record",
		Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:informerbench", "system:authenticated"},
	}
	recorder, err := dynamic.NewForConfig(config)
	must(t, err)
	inPods := recorder.Resource(pods.gvr())
	await(t, "the role counts", func(ctx context.Context) error {
		_, err := inPods.List(ctx, metav1.ListOptions{Limit: 1})
		return err
	})
	watch, err := inPods.Watch(t.Context(), metav1.ListOptions{})
	must(t, err)
	watch.Stop()
	for what, err := range map[string]error{
		"get a pod":       second(inPods.Namespace("default").Get(t.Context(), "x", metav1.GetOptions{})),
		"delete a pod":    inPods.Namespace("default").Delete(t.Context(), "x", metav1.DeleteOptions{}),
		"list ConfigMaps": second(recorder.Resource(configMaps.gvr()).List(t.Context(), metav1.ListOptions{})),
		"list Secrets":    second(recorder.Resource(secretsResource).List(t.Context(), metav1.ListOptions{})),
		"list namespaces": second(recorder.Resource(namespacesResource).List(t.Context(), metav1.ListOptions{})),
		"create a pod": second(inPods.Namespace("default").Create(t.Context(), pods.object("default", "x"),
			metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})),
	} {
		if !apierrors.IsForbidden(err) {
			t.Errorf("the recorder may %s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
