package indexer

import "informerbench/stores"

// Replace exchanges the whole content for list, atomically as far as the store's
// Replace is. Of several objects with one key the last stays. When any key or
// transform fails, nothing changes. The list is neither changed nor kept.
//
// A store that is a [stores.ListReplacer] gets the objects in the order of the list;
// any other, such as client-go's, a map of them.
func (i *Indexer) Replace(list []any, resourceVersion string) error {
	if store, ok := i.store.(stores.ListReplacer); ok {
		return i.replaceList(store, list, resourceVersion)
	}
	return i.replaceMap(list, resourceVersion)
}

// LeavesList says, to those that look for this method, that Replace leaves its list to
// the caller. A client-go store in general becomes the owner of the list, so its caller
// has to copy a list that it needs afterwards.
func (i *Indexer) LeavesList() {}

// replaceList makes its items for each call anew: kept for the next, which may never
// come, they would be as large as the store's own table and keep all its objects alive.
func (i *Indexer) replaceList(store stores.ListReplacer, list []any, resourceVersion string) error {
	items := make([]stores.Item, len(list))
	for at, obj := range list {
		key, obj, err := i.prepare(obj)
		if err != nil {
			return err
		}
		items[at] = stores.Item{Key: key, Object: obj}
	}
	store.ReplaceList(items, resourceVersion)
	return nil
}

func (i *Indexer) replaceMap(list []any, resourceVersion string) error {
	items := make(map[string]any, len(list))
	for _, obj := range list {
		key, obj, err := i.prepare(obj)
		if err != nil {
			return err
		}
		items[key] = obj
	}
	i.store.Replace(items, resourceVersion)
	return nil
}
