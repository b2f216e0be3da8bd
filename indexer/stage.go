package indexer

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// Stage begins a list for an informer, whose objects arrive one after the other: the function that it returns gives what
// stands for an object, in the form in which the store will keep it. [stores.Stager] says where that may go
// instead of the object; Replace and ApplyKeyedAt of the indexer take it as well. It is nil over a store that is
// no Stager, and for an indexer that transforms. An object whose key is not namespace/name stays as it is, for that is
// all that a stand-in knows of its own.
func (i *Indexer) Stage() (stage func(obj any) any) {
	store, ok := i.store.(stores.Stager)
	if !ok || i.transform != nil {
		return nil
	}
	add := store.Stage()
	return func(obj any) any {
		key, err := i.keyOf(obj)
		if err != nil || !isName(obj, key) {
			return obj // if it has no key, Replace says so
		}
		return add(key, obj)
	}
}

// isName tells whether a key is that of an object's name, and tells the name: no server allows a slash in one, but
// fake clients do.
func isName(obj any, key string) bool {
	about, err := meta.Accessor(obj)
	if err != nil {
		return false
	}
	name, err := cache.ParseObjectName(key)
	return err == nil && name == cache.MetaObjectToName(about) && name.String() == key
}

// StandIn returns what stands for the object under key. It reports known false over a store that
// is no [stores.Stager]: there a Get costs as little.
func (i *Indexer) StandIn(key string) (standIn any, exists, known bool) {
	store, ok := i.store.(stores.Stager)
	if !ok {
		return nil, false, false
	}
	standIn, exists = store.StandIn(key)
	return standIn, exists, true
}

// StandIns returns what stands for each object, or the objects over a store that is no [stores.Stager], in no order.
// Beside writers each is that of the moment at which it was looked up.
func (i *Indexer) StandIns() []any {
	store, ok := i.store.(stores.Stager)
	if !ok {
		return i.store.List()
	}
	keys := i.store.ListKeys()
	all := make([]any, 0, len(keys))
	for _, key := range keys {
		if standIn, exists := store.StandIn(key); exists {
			all = append(all, standIn)
		}
	}
	return all
}
