package compact_test

import (
	"encoding/json"
	"fmt"
	"unsafe"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"informerbench/compact"
)

// With client-go, the chain goes to SetTransform before the informer starts; with
// controller-runtime, to cache.Options.DefaultTransform.
func Example() {
	stripper, err := compact.NewStripper(compact.StripOptions{Paths: []string{"status.images"}})
	if err != nil {
		panic(err)
	}
	chain := compact.Chain(stripper, compact.NewInterner(compact.InternOptions{}))

	factory := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(&rest.Config{Host: "127.0.0.1:6443"}), 0)
	fmt.Println(factory.Core().V1().Nodes().Informer().SetTransform(chain))
	fmt.Println(factory.Core().V1().Pods().Informer().SetTransform(chain)) // pods and nodes share strings

	// Output:
	// <nil>
	// <nil>
}

func ExampleStripper() {
	stripper, err := compact.NewStripper(compact.StripOptions{
		Paths: []string{"spec.containers[*].env"},
		Keep:  []string{"spec.containers[*].env[name=REGION]"},
	})
	if err != nil {
		panic(err)
	}
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "web", ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "helm"}}},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "app", Env: []corev1.EnvVar{{Name: "REGION", Value: "eu"}, {Name: "LOG", Value: "debug"}},
		}}},
	}
	if _, err := stripper.Transform(pod); err != nil {
		panic(err)
	}
	fmt.Println(len(pod.ManagedFields), len(pod.Spec.Containers[0].Env), pod.Spec.Containers[0].Env[0].Name)
	for _, r := range stripper.Stats().Removed {
		fmt.Println(r.Path, r.Values)
	}
	// Output:
	// 0 1 REGION
	// metadata.managedFields 1
	// metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"] 0
	// spec.containers[*].env 1
}

// The volume that each Pod gets under a name of its own keeps Pods of a ReplicaSet from sharing their containers.
func ExampleStripper_namesThatDiffer() {
	stripper, err := compact.NewStripper(compact.StripOptions{Paths: compact.TokenVolumePaths()})
	if err != nil {
		panic(err)
	}
	chain := compact.Chain(stripper, compact.NewSharer(compact.ShareOptions{}))
	decode := func(suffix string) *corev1.Pod {
		pod := &corev1.Pod{}
		text := fmt.Sprintf(`{"metadata": {"name": "web-%[1]s", "namespace": "shop"}, "spec": {
			"volumes": [{"name": "data"}, {"name": "kube-api-access-%[1]s"}],
			"containers": [{"name": "app", "volumeMounts": [{"name": "kube-api-access-%[1]s"}]}]}}`, suffix)
		if err := json.Unmarshal([]byte(text), pod); err != nil {
			panic(err)
		}
		if _, err := chain(pod); err != nil {
			panic(err)
		}
		return pod
	}
	a, b := decode("x7k2p"), decode("q9d4m")
	fmt.Println(len(a.Spec.Volumes), len(a.Spec.Containers[0].VolumeMounts), &a.Spec.Containers[0] == &b.Spec.Containers[0])
	// Output:
	// 1 0 true
}

// A mistake in a path is found before the program starts.
func ExampleStripper_Check() {
	stripper, err := compact.NewStripper(compact.StripOptions{Paths: []string{"spec.container[*].env"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(stripper.Check(&corev1.Pod{}))
	// Output:
	// path "spec.container[*].env" is not in v1.Pod: spec has no field container (is it containers?); correct it, or take it away
}

func ExampleInterner() {
	interner := compact.NewInterner(compact.InternOptions{})
	decode := func(uid string) *corev1.Pod {
		pod := &corev1.Pod{}
		text := fmt.Sprintf(`{"metadata": {"namespace": "shop", "uid": %q}, "spec": {"nodeName": "node-1"}}`, uid)
		if err := json.Unmarshal([]byte(text), pod); err != nil {
			panic(err)
		}
		if _, err := interner.Transform(pod); err != nil {
			panic(err)
		}
		return pod
	}
	decode("1") // a string is shared once it was seen in a second object
	second, third := decode("2"), decode("3")
	a, b := second.Spec.NodeName, third.Spec.NodeName
	fmt.Println(a, b, unsafe.StringData(a) == unsafe.StringData(b))
	// Output:
	// node-1 node-1 true
}
