package packed_test

import (
	"fmt"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
)

func copies(items []stores.Item) (copied []stores.Item) {
	for _, item := range items {
		copied = append(copied, stores.Item{Key: item.Key, Object: item.Object.(*corev1.Pod).DeepCopy()})
	}
	return copied
}

// A record that stays keeps what hangs on it: the same object is read before and after. So that is how
// to see from outside that nothing was packed again.
func TestWhatHasNotChangedIsNotPackedAgain(t *testing.T) {
	items := somePods(t, 30)
	for name, write := range writes {
		if name == "deletes" {
			continue
		}
		store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
		store.ReplaceList(items, "1")
		before := map[string]any{}
		for _, item := range items {
			before[item.Key], _ = store.Get(item.Key)
		}
		write(store, copies(items))
		for _, item := range items {
			if got, _ := store.Get(item.Key); got != before[item.Key] {
				t.Fatalf("%s: %s was packed again", name, item.Key)
			}
		}
		quiet(t, store)
	}
}

// The same version with another content, as after another transform, and the same content in
// another version: both are what was written last.
func TestWhatHasChangedIsPacked(t *testing.T) {
	items := somePods(t, 30)
	for name, write := range writes {
		if name == "deletes" {
			continue
		}
		store := uncached(workload.Pods)
		store.ReplaceList(items, "1")
		changed := copies(items)
		for i, item := range changed {
			switch pod := item.Object.(*corev1.Pod); i % 4 {
			case 0:
				pod.ManagedFields = nil
			case 1:
				pod.ResourceVersion = fmt.Sprint("9", i)
			case 2:
				pod.Annotations = map[string]string{"a": "b"}
			}
		}
		write(store, changed)
		for _, item := range changed {
			if got, _ := store.Get(item.Key); !equality.Semantic.DeepEqual(got, item.Object) {
				t.Fatalf("%s: %s is %v", name, item.Key, got)
			}
		}
	}
}

// Without a version nobody knows, and it is packed again.
func TestWithoutVersionAllIsPackedAgain(t *testing.T) {
	store := newBoxes(0)
	fillBoxes(store, 10, 100)
	before, _ := store.Get("3")
	fillBoxes(store, 10, 100)
	if got, _ := store.Get("3"); got == before {
		t.Error("it was taken for the same")
	}
}

// A list that was packed without a dictionary, or by a bad one, gets the better one with the next list.
func TestAListIsPackedAgainByABetterDictionary(t *testing.T) {
	notAboutRaces(t)
	items := somePods(t, 150)
	store := uncached(workload.Pods)
	store.ReplaceList(items, "1") // the dictionary comes after 128
	before := bytesEach(store)
	store.ReplaceList(items, "2")
	if after := bytesEach(store); 5*after > 4*before {
		t.Errorf("a pod took %d bytes, and takes %d with a dictionary", before, after)
	}
	mustEqual(t, store, items)
}
