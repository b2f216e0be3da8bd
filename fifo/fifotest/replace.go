package fifotest

import (
	"testing"

	"k8s.io/client-go/tools/cache"
)

var replaceCases = []queueCase{
	{"AddsUpdatesAndDeletesArrive", addsUpdatesAndDeletesArrive},
	{"ReplaceDeletesWhatIsQueued", replaceDeletesWhatIsQueued},
	{"ReplaceKeepsQueuedDeleteBeforeNewObject", replaceKeepsQueuedDeleteBeforeNewObject},
	{"DeleteAfterReplaceIsSeenOnce", deleteAfterReplaceIsSeenOnce},
	{"ReplaceComparesWithTheStore", replaceComparesWithTheStore},
	{"ReplaceWithNewUIDIsOneUpdate", replaceWithNewUIDIsOneUpdate},
	{"ReplaceWithDuplicateKeysEndsWithTheLast", replaceWithDuplicateKeysEndsWithTheLast},
	{"TombstonesDeleteWhateverTheyCarry", tombstonesDeleteWhateverTheyCarry},
}

func addsUpdatesAndDeletesArrive(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("a", 1)))
	must(t, r.Update(newObject("a", 2)))
	must(t, r.Delete(newObject("a", 3)))
	must(t, r.Add(newObject("a", 4)))
	r.mustDrain(t)
	r.seen.saw(t, "add a@1", "update a@1 a@2", "delete a@3", "add a@4")
	r.holds(t, "a@4")
}

// An object that was added and is gone in the next list is deleted, though it
// never reached the store (kubernetes/kubernetes#115658).
func replaceDeletesWhatIsQueued(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("o", 1)))
	must(t, r.Replace(nil, "2"))
	r.mustDrain(t)
	r.seen.saw(t, "add o@1", "delete †o@1")
	r.holds(t)
}

// A queued delete followed by a list with a new object of that name is a delete
// and an add (kubernetes/kubernetes#83810).
func replaceKeepsQueuedDeleteBeforeNewObject(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(withUID(newObject("x", 1), "U1")))
	r.mustDrain(t)
	must(t, r.Delete(withUID(newObject("x", 2), "U1")))
	must(t, r.Replace([]any{withUID(newObject("x", 3), "U2")}, "3"))
	r.mustDrain(t)
	r.seen.saw(t, "add x@1", "delete x@2", "add x@3")
	r.holds(t, "x@3")
}

// kubernetes/kubernetes#26966.
func deleteAfterReplaceIsSeenOnce(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{newObject("a", 1), newObject("b", 2)}, "2"))
	must(t, r.Delete(newObject("a", 3)))
	r.mustDrain(t)
	deletes := 0
	for _, text := range r.seen.byKey()["a"] {
		if text == "delete a@3" {
			deletes++
		}
	}
	if deletes != 1 {
		t.Errorf("the delete was seen %d times: %q", deletes, r.seen.texts())
	}
	r.holds(t, "b@2")
}

func replaceComparesWithTheStore(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{newObject("a", 1), newObject("gone", 2)}, "2"))
	r.mustDrain(t)
	must(t, r.Replace([]any{newObject("a", 3), newObject("new", 4)}, "4"))
	r.mustDrain(t)
	for key, want := range map[string]string{"a": "update a@1 a@3", "gone": "delete †gone@2", "new": "add new@4"} {
		if got := r.seen.byKey()[key]; got[len(got)-1] != want {
			t.Errorf("of %s the handler saw %q, want %q at the end", key, got, want)
		}
	}
	r.holds(t, "a@3", "new@4")
}

// An object deleted and created again between two lists is one update that
// carries both UIDs, as designed (kubernetes/kubernetes#133565).
func replaceWithNewUIDIsOneUpdate(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{withUID(newObject("x", 1), "U1")}, "1"))
	r.mustDrain(t)
	must(t, r.Replace([]any{withUID(newObject("x", 2), "U2")}, "2"))
	r.mustDrain(t)
	r.seen.saw(t, "add x@1 *", "update x@1 x@2")
}

func replaceWithDuplicateKeysEndsWithTheLast(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Replace([]any{newObject("a", 1), newObject("b", 2), newObject("a", 3)}, "3"))
	r.mustDrain(t)
	r.holds(t, "a@3", "b@2")
	must(t, r.Replace([]any{newObject("a", 4), newObject("a", 5)}, "5"))
	r.mustDrain(t)
	r.holds(t, "a@5")
}

// rancher/steve#1256.
func tombstonesDeleteWhateverTheyCarry(t *testing.T, s suite) {
	for _, obj := range []any{newObject("k", 1), nil, (*object)(nil), "another type"} {
		r := newRig(s)
		must(t, r.state.AddIndexers(cache.Indexers{"failing": indexOnlyObjects}))
		must(t, r.Add(newObject("k", 1)))
		must(t, r.Add(newObject("other", 2)))
		r.mustDrain(t)
		must(t, r.Delete(cache.DeletedFinalStateUnknown{Key: "k", Obj: obj}))
		r.mustDrain(t)
		r.holds(t, "other@2")
		if got := r.state.ListIndexFuncValues("failing"); len(got) != 1 {
			t.Errorf("index values after the delete: %q", got)
		}
	}
	r := newRig(s)
	must(t, r.Add(newObject("other", 1)))
	must(t, r.Delete(cache.DeletedFinalStateUnknown{Key: "unknown"}))
	r.seen.live = map[string]int{"unknown": 0} // an in-order queue may deliver it
	r.mustDrain(t)
	r.holds(t, "other@1")
}

// indexOnlyObjects fails, and so makes a store panic, for anything else.
func indexOnlyObjects(obj any) ([]string, error) {
	return []string{obj.(*object).Name}, nil
}
