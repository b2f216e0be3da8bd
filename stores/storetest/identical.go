package storetest

import (
	"fmt"

	"informerbench/stores"
)

func identicalChecks() []check {
	return []check{{name: "reads return the very object that was stored", claim: stores.IdenticalObjects, verify: identicalObjects}}
}

// identicalObjects stores one after the other of two objects that are equal, in every way there
// is to write, and looks for each by every way to read.
func identicalObjects(s Subject) error {
	store := s.New(only("constant"))
	a, b := tagged("a", "x"), tagged("a", "x")
	for _, w := range []struct {
		name  string
		want  *object
		write func()
	}{
		{"Add", a, func() { store.Add("ns/a", a) }},
		{"Update", b, func() { store.Update("ns/a", b) }},
		{"Transaction", a, func() { store.Transaction(put("ns/a", a)) }},
		{"Replace", b, func() { store.Replace(map[string]any{"ns/a": b}, "2") }},
		{"ReplaceList", a, func() { replaceList(store, []stores.Item{{Key: "ns/a", Object: a}}, "3") }},
	} {
		w.write()
		for name, got := range readings(store) {
			if len(got) != 1 || got[0] != any(w.want) {
				return fmt.Errorf("after %s, %s shows %p %v instead of %p", w.name, name, got, got, w.want)
			}
		}
	}
	return nil
}

// readings are what every way to read objects shows.
func readings(store stores.Store) map[string][]any {
	all := map[string][]any{"List": store.List()}
	all["Index"], _ = store.Index("constant", probe)
	of := func(whose string, r reading) {
		obj, _ := r.Get("ns/a")
		all[whose+"Get"] = []any{obj}
		all[whose+"ByIndex"], _ = r.ByIndex("constant", "all")
		if bulk, ok := r.(stores.BulkReader); ok {
			all[whose+"AppendList"] = bulk.AppendList(nil)
			for _, obj := range bulk.All() {
				all[whose+"All"] = append(all[whose+"All"], obj)
			}
		}
	}
	of("", store)
	if snapshotter, ok := store.(stores.Snapshotter); ok {
		snapshot := snapshotter.Snapshot()
		defer snapshot.Close()
		of("a snapshot's ", snapshot)
	}
	return all
}
