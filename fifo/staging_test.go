package fifo_test

import (
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/indexer"
	"informerbench/stores"
	"informerbench/stores/packed"
)

// opens is a handler that knows stand-ins. It notes their number, and has the others told.
type opens struct {
	pairs
	standIns int
}

func (o *opens) open(obj any) any {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return o.open(gone.Obj)
	}
	if _, ok := obj.(stores.StandIn); ok {
		o.standIns++
	}
	return stores.Open(obj)
}

func (o *opens) OnAdd(obj any, initial bool) { o.pairs.OnAdd(o.open(obj), initial) }
func (o *opens) OnDelete(obj any)            { o.pairs.OnDelete(o.open(obj)) }
func (o *opens) OnUpdate(old, obj any)       { o.pairs.OnUpdate(o.open(old), o.open(obj)) }

// hangs is a handler that knows stand-ins, and has not opened any yet.
type hangs struct{ calls int }

func (h *hangs) OnAdd(any, bool)   { h.calls++ }
func (h *hangs) OnDelete(any)      { h.calls++ }
func (h *hangs) OnUpdate(_, _ any) { h.calls++ }

// For a handler that knows stand-ins nothing is decoded on the goroutine that processes: neither what a list has and what it
// replaces, nor what it lacks, nor what is there at a resync.
func TestAHandlerThatKnowsStandInsHasThemOpenedItself(t *testing.T) {
	store := packed.New(nil).(*packed.Store)
	state := indexer.New(store, nil)
	staged := func(list []any) []any {
		stage := state.Stage()
		for i := range list {
			list[i] = stage(list[i])
		}
		return list
	}
	list := objects(39)
	list[7] = object("o7", 2)
	steps := [][]cache.Delta{
		{replacedAll(staged(objects(40))...)[0]},
		{replacedAll(staged(list)...)[0]},
		{{Type: cache.SyncAll, Object: cache.SyncAllInfo{}}},
		{replacedAll()[0]}, // all have gone
	}
	told := &hangs{}
	p := &fifo.Processor{Handler: told, State: state, StandIns: true}
	for i, step := range steps {
		must(t, p.Process(cache.Deltas(step), i == 0))
	}
	if stats := store.Stats(); told.calls != 40+40+39+39 || stats.Hits+stats.Misses > 0 {
		t.Errorf("%d calls, for which %d objects were shown", told.calls, stats.Hits+stats.Misses)
	}
	heard := &opens{}
	p = &fifo.Processor{Handler: heard, State: state, StandIns: true}
	must(t, p.Process(replacedAll(staged(objects(3))...), true))
	must(t, p.Process(replacedAll(staged([]any{object("o0", 1), object("o1", 2)})...), false))
	if len(heard.added) != 3 || len(heard.updated) != 2 || heard.updated[1] != "1 2" || len(heard.deleted) != 1 || heard.standIns != 3+2+2+1 {
		t.Errorf("%d stand-ins: %+v", heard.standIns, heard.pairs)
	}
}
