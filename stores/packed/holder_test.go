package packed_test

import (
	"testing"

	"informerbench/stores/packed"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestAStoreKnowsWhatItHolds(t *testing.T) {
	store := packed.New(nil).(*packed.Store)
	about := metav1.ObjectMeta{Name: "a", ResourceVersion: "5"}
	pod, live, unversioned := &corev1.Pod{ObjectMeta: about}, &aroundMeta{ObjectMeta: about}, &corev1.Pod{}
	store.Add("pod", pod)
	store.Add("live", live)
	store.Add("nil", nil)
	store.Add("list", []string{"a"})
	store.Add("unversioned", unversioned)
	other := pod.DeepCopy()
	other.Spec.NodeName = "node"
	for _, c := range []struct {
		name, key    string
		obj          any
		same, exists bool
	}{
		{"a copy", "pod", pod.DeepCopy(), true, true},
		{"another content", "pod", other, false, true},
		{"another type of the same bytes", "pod", &metav1.PartialObjectMetadata{ObjectMeta: about}, false, true},
		{"what is not packed", "pod", live, false, true},
		{"the very object", "live", live, true, true},
		{"a copy of what is not packed", "live", &aroundMeta{ObjectMeta: about}, false, true},
		{"nothing", "nil", nil, false, true},
		{"what cannot be compared", "list", []string{"a"}, false, true},
		{"no version", "unversioned", &corev1.Pod{}, false, true},
		{"no such key", "none", pod, false, false},
	} {
		if same, exists := store.Holds(c.key, c.obj); same != c.same || exists != c.exists || store.Has(c.key) != c.exists {
			t.Errorf("%s: Holds(%s) = %v, %v", c.name, c.key, same, exists)
		}
	}
	if store.Len() != 5 {
		t.Errorf("Len() = %d", store.Len())
	}
}
