package indexer

import "k8s.io/client-go/tools/cache"

// Add stores obj under its key. It returns a [cache.KeyError] when the key
// function fails and "transforming: ..." when the transform does; the store is
// unchanged then.
func (i *Indexer) Add(obj any) error {
	key, obj, err := i.prepare(obj)
	if err != nil {
		return err
	}
	i.store.Add(key, obj)
	return nil
}

// Update is Add for an object that is expected to exist; it fails alike.
func (i *Indexer) Update(obj any) error {
	key, obj, err := i.prepare(obj)
	if err != nil {
		return err
	}
	i.store.Update(key, obj)
	return nil
}

// Delete removes the entry of obj's key and its index entries; an unknown key
// is no error. obj may be a [cache.DeletedFinalStateUnknown], of which only the
// Key counts.
func (i *Indexer) Delete(obj any) error {
	key, err := i.keyOf(obj)
	if err != nil {
		return err
	}
	i.store.DeleteWithObject(key, obj)
	return nil
}

// Bookmark records that the store is current as of resourceVersion.
func (i *Indexer) Bookmark(resourceVersion string) { i.store.Bookmark(resourceVersion) }

// AddIndexers adds indexes over what is stored and what will be, all or none.
func (i *Indexer) AddIndexers(indexers cache.Indexers) error { return i.store.AddIndexers(indexers) }

// Resync does nothing: resynchronizing is the queue's task.
func (i *Indexer) Resync() error { return nil }
