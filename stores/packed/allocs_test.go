package packed_test

import (
	"testing"

	"informerbench/stores/packed"
	"informerbench/workload"
)

// Reads of what is in the cache are those of the inner store and a load.
func TestHotReadsAllocateNothing(t *testing.T) {
	items := somePods(t, 20)
	store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	node := store.ListIndexFuncValues(workload.NodeIndex)[0]
	snapshot := store.Snapshot()
	defer snapshot.Close()
	into := make([]any, 0, 100)
	for what, read := range map[string]func(){
		"Get":               func() { store.Get(items[3].Key) },
		"Get of none":       func() { store.Get("none") },
		"AppendList":        func() { store.AppendList(into) },
		"AppendByIndex":     func() { _, _ = store.AppendByIndex(into, workload.NodeIndex, node) },
		"Get of a snapshot": func() { snapshot.Get(items[3].Key) },
	} {
		read() // decodes
		if got := testing.AllocsPerRun(1000, read); got > 0 {
			t.Errorf("%s allocates %v times", what, got)
		}
	}
}
