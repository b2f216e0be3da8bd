package indexer

import (
	"fmt"

	"k8s.io/client-go/tools/cache"
)

var (
	_ cache.Indexer          = (*Indexer)(nil)
	_ cache.TransactionStore = (*Indexer)(nil)
)

// Indexer is a [cache.Indexer] and a [cache.TransactionStore] over a
// [cache.ThreadSafeStore]. It may be used from many goroutines at once if the
// store may; each method is exactly one call to the store, but for ranges over a store
// that has none of its own.
type Indexer struct {
	// The fields never change after New, which is why no lock guards them.
	store     cache.ThreadSafeStore
	keyFunc   cache.KeyFunc
	transform cache.TransformFunc
}

// Option changes an Indexer under construction.
type Option func(*Indexer)

// WithTransform has every object that is written (by Add, Update, Replace or a
// Transaction) replaced by what transform returns for it. Deleted objects and
// tombstones are not transformed. The transform must not change the key, which
// is computed before it runs. In an informer the queue transforms, and the
// indexer behind it must not do so again.
func WithTransform(transform cache.TransformFunc) Option {
	return func(i *Indexer) { i.transform = transform }
}

// New returns an Indexer over store. A nil keyFunc means
// [cache.DeletionHandlingMetaNamespaceKeyFunc].
func New(store cache.ThreadSafeStore, keyFunc cache.KeyFunc, opts ...Option) *Indexer {
	if keyFunc == nil {
		keyFunc = cache.DeletionHandlingMetaNamespaceKeyFunc
	}
	i := &Indexer{store: store, keyFunc: keyFunc}
	for _, opt := range opts {
		opt(i)
	}
	return i
}

// keyOf answers for tombstones itself, because a delete must find its entry
// even when the key function only understands whole objects.
func (i *Indexer) keyOf(obj any) (string, error) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return tombstone.Key, nil
	}
	key, err := i.keyFunc(obj)
	if err != nil {
		return "", cache.KeyError{Obj: obj, Err: err}
	}
	return key, nil
}

// prepare returns the key of obj and the object to store under it.
func (i *Indexer) prepare(obj any) (string, any, error) {
	key, err := i.keyOf(obj)
	if err != nil || i.transform == nil {
		return key, obj, err
	}
	if _, tombstone := obj.(cache.DeletedFinalStateUnknown); tombstone {
		return key, obj, nil
	}
	obj, err = i.transform(obj)
	if err != nil {
		return key, nil, fmt.Errorf("transforming: %w", err)
	}
	return key, obj, nil
}
