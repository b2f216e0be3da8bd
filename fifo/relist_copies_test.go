package fifo_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/indexer"
	"informerbench/stores/packed"
)

// pairs are what a handler was told: old and new version of each update, "same" where both are one object.
type pairs struct{ added, updated, deleted []string }

func (p *pairs) OnAdd(obj any, _ bool) { p.added = append(p.added, versionOf(obj)) }
func (p *pairs) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	p.deleted = append(p.deleted, versionOf(obj))
}
func (p *pairs) OnUpdate(old, obj any) {
	if old != obj {
		p.updated = append(p.updated, versionOf(old)+" "+versionOf(obj))
	} else {
		p.updated = append(p.updated, "same")
	}
}

func versionOf(obj any) string { return obj.(*metav1.PartialObjectMetadata).ResourceVersion }

// objects are new in memory each time.
func objects(n int) (list []any) {
	for i := range n {
		list = append(list, object(fmt.Sprint("o", i), 1))
	}
	return list
}

// A store that shows copies, and decodes for each, is asked instead: it shows what has changed, and what
// is gone, since a handler is told of it, and nothing else.
func TestACopyingStoreShowsWhatHasChangedOnly(t *testing.T) {
	store := packed.New(nil).(*packed.Store)
	state, told := indexer.New(store, nil), &pairs{}
	p := &fifo.Processor{Handler: told, State: state}
	shown := func() int64 { return store.Stats().Hits + store.Stats().Misses }
	must(t, p.Process(replacedAll(objects(40)...), true))
	if shown() != 0 || len(told.added) != 40 {
		t.Errorf("the first list was told as %v, and %d objects were shown for it", told, shown())
	}
	*told = pairs{}
	list := objects(39)
	list[7] = object("o7", 2)
	must(t, p.Process(replacedAll(list...), false))
	if want := "[1]"; fmt.Sprint(told.deleted) != want || len(told.updated) != 39 || told.updated[7] != "1 2" || told.updated[8] != "same" {
		t.Errorf("the second list was told as %v", told)
	}
	if shown() != 2 || len(store.ListKeys()) != 39 {
		t.Errorf("%d objects were shown, of one that has changed and one that is gone; %d are left", shown(), len(store.ListKeys()))
	}
	must(t, p.Process(cache.Deltas{{Type: cache.Deleted, Object: object("none", 3)}, {Type: cache.Deleted, Object: object("o7", 3)}}, false))
	if state.Has("o7") || !state.Has("o6") || shown() != 2 {
		t.Errorf("after deletes %d objects were shown", shown())
	}
}

// Nothing is kept of such a store for the next list, so it is not asked.
func TestACopyingStoreIsNotKnown(t *testing.T) {
	store := packed.New(nil).(*packed.Store)
	store.Add("ns/o1", object("o1", 1))
	for name, known := range map[string]interface {
		Known(obj any) (any, bool)
	}{
		"InOrder": fifo.NewInOrder(fifo.Options{Known: indexer.New(store, nil)}),
		"Direct":  fifo.NewDirect(fifo.Options{Known: indexer.New(store, nil)}),
	} {
		if held, exists := known.Known(object("o1", 1)); exists {
			t.Errorf("%s knows %v", name, held)
		}
	}
	if stats := store.Stats(); stats.Hits+stats.Misses > 0 {
		t.Errorf("%+v", stats)
	}
}
