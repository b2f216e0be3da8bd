package storebench

import (
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// features is a store with what this repository adds to client-go's interface. For a store that
// lacks a part, such as client-go's, it does what a user of that store has to do.
type features struct {
	stores.Store
	bulk     stores.BulkReader
	replacer stores.ListReplacer
}

func featuresOf(store stores.Store) features {
	f := features{Store: store}
	f.bulk, _ = store.(stores.BulkReader)
	f.replacer, _ = store.(stores.ListReplacer)
	return f
}

// AppendList falls back to a List that is appended.
func (f features) AppendList(into []any) []any {
	if f.bulk != nil {
		return f.bulk.AppendList(into)
	}
	return append(into, f.List()...)
}

// AppendByIndex falls back to a ByIndex that is appended.
func (f features) AppendByIndex(into []any, index, value string) ([]any, error) {
	if f.bulk != nil {
		return f.bulk.AppendByIndex(into, index, value)
	}
	found, err := f.ByIndex(index, value)
	return append(into, found...), err
}

// countAll ranges over all objects; it falls back to a List and a loop over it.
func (f features) countAll() (n int) {
	if f.bulk == nil {
		return count(f.List())
	}
	for _, object := range f.bulk.All() {
		if object != nil {
			n++
		}
	}
	return n
}

// countByIndex ranges over the objects under a value; it falls back to a ByIndex and a loop.
func (f features) countByIndex(index, value string) (n int) {
	if f.bulk == nil {
		found, _ := f.ByIndex(index, value)
		return count(found)
	}
	all, err := f.bulk.ByIndexAll(index, value)
	if err != nil {
		return -1
	}
	for _, object := range all {
		if object != nil {
			n++
		}
	}
	return n
}

// count looks at each object's pointer, never at the object, whose cache miss would
// hide what the store takes.
func count(objects []any) (n int) {
	for _, object := range objects {
		if object != nil {
			n++
		}
	}
	return n
}

// ReplaceList falls back to a Replace with a map that is built from the list, which is what
// client-go's informers do.
func (f features) ReplaceList(items []stores.Item, version string) {
	if f.replacer != nil {
		f.replacer.ReplaceList(items, version)
		return
	}
	content := make(map[string]any, len(items))
	for _, item := range items {
		content[item.Key] = item.Object
	}
	f.Replace(content, version)
}

var _ interface {
	cache.ThreadSafeStore
	stores.ListReplacer
} = features{}
