package compact_test

import (
	"fmt"
	"reflect"
	"testing"
	"unsafe"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
)

func tombstone(o runtime.Object) cache.DeletedFinalStateUnknown {
	return cache.DeletedFinalStateUnknown{Key: "web/a", Obj: o}
}

// replica returns a pod of a ReplicaSet, with nothing in common with others in memory.
func replica(t testing.TB, owner, name string) *corev1.Pod {
	yes, grace, mode := true, int64(30), int32(0o644)
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "web", Name: name, UID: types.UID("uid-of-" + name), Labels: map[string]string{"app": "shop", "hash": owner},
			Annotations:     map[string]string{"checksum/config": "0123456789", "own/address": "address of " + name},
			OwnerReferences: []metav1.OwnerReference{{Kind: "ReplicaSet", Name: owner, UID: types.UID(owner), Controller: &yes}},
		},
		Spec: corev1.PodSpec{
			TerminationGracePeriodSeconds: &grace,
			NodeSelector:                  map[string]string{},
			Tolerations:                   []corev1.Toleration{{Key: "not-ready", Effect: corev1.TaintEffectNoExecute, TolerationSeconds: &grace}},
			Volumes: []corev1.Volume{{Name: "config", VolumeSource: corev1.VolumeSource{
				ConfigMap: &corev1.ConfigMapVolumeSource{DefaultMode: &mode, LocalObjectReference: corev1.LocalObjectReference{Name: owner}}}}},
			Containers: []corev1.Container{{
				Name: "app", Image: "registry/" + owner, Env: []corev1.EnvVar{{Name: "LEVEL", Value: "info"}, {Name: "OWNER", Value: owner}},
				Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"memory": resource.MustParse("64Mi")}},
			}},
		},
		Status: corev1.PodStatus{PodIP: "address of " + name, Conditions: []corev1.PodCondition{{Type: "Ready", Message: "of " + name}}},
	}
	return received(t, pod).(*corev1.Pod)
}

func sameMap[M ~map[K]V, K comparable, V any](a, b M) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

func sameSlice[T any](a, b []T) bool { return len(a) == len(b) && &a[0] == &b[0] }

func sameString(a, b string) bool { return a == b && unsafe.StringData(a) == unsafe.StringData(b) }

func TestPodsOfOneReplicaSetShare(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	a := shared(t, s, replica(t, "rs", "a")).(*corev1.Pod)
	other := shared(t, s, replica(t, "rs2", "x")).(*corev1.Pod)
	b := shared(t, s, replica(t, "rs", "b")).(*corev1.Pod)
	for what, ok := range map[string]bool{
		"labels":          sameMap(a.Labels, b.Labels),
		"ownerReferences": sameSlice(a.OwnerReferences, b.OwnerReferences),
		"containers":      sameSlice(a.Spec.Containers, b.Spec.Containers),
		"tolerations":     sameSlice(a.Spec.Tolerations, b.Spec.Tolerations),
		"volumes":         sameSlice(a.Spec.Volumes, b.Spec.Volumes),
		"grace period":    a.Spec.TerminationGracePeriodSeconds == b.Spec.TerminationGracePeriodSeconds,
		"an annotation":   sameString(a.Annotations["checksum/config"], b.Annotations["checksum/config"]),
		"a condition's type, though not the condition": sameString(string(a.Status.Conditions[0].Type), string(b.Status.Conditions[0].Type)),
		"an address, within the pod":                   sameString(b.Status.PodIP, b.Annotations["own/address"]),
		"tolerations of different ReplicaSets":         sameSlice(a.Spec.Tolerations, other.Spec.Tolerations),
		"limits of different ReplicaSets":              sameMap(a.Spec.Containers[0].Resources.Limits, other.Spec.Containers[0].Resources.Limits),
	} {
		if !ok {
			t.Errorf("%s: not shared", what)
		}
	}
	if sameSlice(a.Spec.Containers, other.Spec.Containers) || sameSlice(a.Status.Conditions, b.Status.Conditions) {
		t.Error("parts that differ are shared")
	}
}

func TestNextVersionSharesWithThePreviousOne(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	old := replica(t, "rs", "a") // which nobody has transformed
	next := replica(t, "rs", "a")
	next.Status.PodIP = "moved"
	got, err := s.TransformNext(old, next)
	if err != nil || got != any(next) {
		t.Fatalf("got %v, %v", got, err)
	}
	if !sameSlice(old.Spec.Containers, next.Spec.Containers) || !sameMap(old.Annotations, next.Annotations) ||
		!sameString(string(old.UID), string(next.UID)) || !sameSlice(old.Status.Conditions, next.Status.Conditions) {
		t.Error("the next version does not share with the previous one")
	}
	if got, err := s.TransformNext(&corev1.Node{}, replica(t, "rs", "b")); err != nil || got == nil {
		t.Errorf("a version of another type: %v, %v", got, err)
	}
}

// There is no sibling here: what two objects of different groups have in common is met in the table, and
// enters it with the second.
func TestTableFindsWhatNoSiblingHas(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	var kept []*corev1.ConfigMap
	for i := range 4 {
		for _, data := range []string{"a certificate of some length", "something else, longer than that"} {
			c := &corev1.ConfigMap{Data: map[string]string{"key": data}}
			c.Namespace, c.Name = fmt.Sprint("namespace", i), fmt.Sprint(data, i)
			kept = append(kept, shared(t, s, received(t, c)).(*corev1.ConfigMap))
		}
	}
	for i := 4; i+2 < len(kept); i++ {
		if !sameMap(kept[i].Data, kept[i+2].Data) {
			t.Errorf("maps %d and %d: not shared", i, i+2)
		}
	}
	if stats := s.Stats(); stats.Entered == 0 || stats.Found == 0 || stats.Entries == 0 {
		t.Errorf("the table was not used: %+v", stats)
	}
}

func TestAppendToASharedSliceLeavesTheOthersAlone(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	var pods []*corev1.Pod
	for i := range 3 {
		pods = append(pods, shared(t, s, replica(t, "rs", fmt.Sprint(i))).(*corev1.Pod))
	}
	for _, p := range pods[1:] {
		if cap(p.Spec.Containers[0].Env) != len(p.Spec.Containers[0].Env) {
			t.Fatal("a shared slice has room to append to")
		}
	}
}

func TestQuantityThatWouldBeWrittenByStringIsNotShared(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	pods := make([]*corev1.Pod, 2)
	for i := range pods {
		limit := resource.MustParse("64Mi") // its text is not cached when it is parsed
		ready := resource.MustParse("100m") // its is
		p := replica(t, "rs", fmt.Sprint(i))
		p.Spec.Volumes = []corev1.Volume{
			{VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: &limit}}},
			{VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: &ready}}},
		}
		pods[i] = shared(t, s, p).(*corev1.Pod)
	}
	a, b := pods[0].Spec.Volumes, pods[1].Spec.Volumes
	if a[0].EmptyDir.SizeLimit == b[0].EmptyDir.SizeLimit {
		t.Error("a quantity is shared that its String method writes into")
	}
	if a[1].EmptyDir != b[1].EmptyDir {
		t.Error("a quantity that nobody writes to is not shared")
	}
}

func TestUnstructuredSharesWithItsSibling(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	widget := func(name string, replicas int64) *unstructured.Unstructured {
		return shared(t, s, received(t, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "Widget", "metadata": map[string]any{"name": name, "namespace": "web", "labels": map[string]any{"app": "shop"}},
			"spec":   map[string]any{"rules": []any{map[string]any{"path": "/a", "weight": int64(1000)}, map[string]any{}}, "replicas": replicas},
			"status": map[string]any{"empty": []any{}, "none": nil, "share": 0.5, "ready": true},
		}})).(*unstructured.Unstructured)
	}
	a, b := widget("a", 1000), widget("b", 2000)
	at := func(u *unstructured.Unstructured, path ...string) any {
		v, ok, err := unstructured.NestedFieldNoCopy(u.Object, path...)
		if !ok || err != nil {
			t.Fatalf("%v is not there: %v", path, err)
		}
		return v
	}
	if !sameMap(at(a, "metadata", "labels").(map[string]any), at(b, "metadata", "labels").(map[string]any)) ||
		!sameMap(at(a, "status").(map[string]any), at(b, "status").(map[string]any)) ||
		!sameSlice(at(a, "spec", "rules").([]any), at(b, "spec", "rules").([]any)) {
		t.Error("siblings do not share")
	}
	if at(a, "spec", "replicas") == at(b, "spec", "replicas") {
		t.Error("what differs is shared")
	}
}

// An object that nests deeper than any that means well costs no more than its size.
func TestDeepContentIsSharedAsAWhole(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	deep := func(name string, bottom any) *unstructured.Unstructured {
		for range 2000 {
			bottom = map[string]any{"a": []any{bottom}}
		}
		return &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": name}, "spec": bottom}}
	}
	a, b, c := deep("a", "x"), deep("b", "x"), deep("c", "y")
	for _, o := range []*unstructured.Unstructured{a, b, c} {
		want := o.DeepCopy()
		if got := shared(t, s, o); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s has changed", o.GetName())
		}
	}
	if !sameMap(a.Object["spec"].(map[string]any), b.Object["spec"].(map[string]any)) {
		t.Error("equal content is not shared")
	}
}
