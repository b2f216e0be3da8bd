package reflector

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
)

// KnownStore is what a store may offer besides cache.ReflectorStore: to say what it holds,
// so that a list need not hold an unchanged object a second time. When the whole collection
// is fetched again, each item is looked up as it comes. One that is held in the
// same version is dropped at once, and the list that Replace gets has the held object in
// its place: in memory twice is only what has changed, and an unchanged object
// is known by its pointer.
type KnownStore interface {
	cache.ReflectorStore
	// Known returns what is held under the key of obj, an object as it came from the source:
	// as it is stored, so after the transform. It is called while lists are collected, beside
	// whatever reads and writes the store.
	//
	// It may answer from an older state than Replace will meet: what has the UID and the
	// version of an object is that object, whenever it was looked up.
	Known(obj any) (held any, exists bool)
}

// KeyedStore is a KnownStore that can be asked before an object is decoded. Sources of package wire ask it then, so
// that a new version shares with the one that is held what it has in common with it ([wire.WithHeld]).
type KeyedStore interface {
	KnownStore
	// KnownKey returns what is held under a key, which is namespace/name, or the name of an object without
	// a namespace. It is called on goroutines of the source, at any time.
	KnownKey(key string) (held any, exists bool)
}

// StagingStore is a TransformedStore that can take the objects of a list as they arrive, in the form in which it, or
// what is behind it, will keep them ([informerbench/stores.Stager]). Where that is smaller, a list does not need the
// memory of all its objects at any time.
type StagingStore interface {
	TransformedStore
	// Stage is called when a list begins. The function that it returns takes each object, transformed, when it
	// arrives, and returns what the list that ReplaceTransformed gets has in its place; that
	// has the object's metadata as far as its key goes. Objects are the function's from then on. It is nil
	// where nothing is won by it. It is called on one goroutine; a list that fails is simply
	// dropped.
	Stage() (stage func(obj any) any)
}

// withHeld lets the source know what the store holds.
func (r *Reflector) withHeld(ctx context.Context) context.Context {
	if store, ok := r.store.(KeyedStore); ok {
		return wire.WithHeld(ctx, store.KnownKey)
	}
	return ctx
}

// entrance is what an object goes through on its way into a list, streamed or plain.
type entrance struct {
	known     KnownStore          // nil where nothing can be kept
	transform cache.TransformFunc // nil where it is not the reflector's to call
	stage     func(any) any       // nil where objects are held as they are
	kept      uint64              // objects that were held already
}

// entrance returns what objects for m's store go through. Before the first list has
// been handed over the store has nothing to keep, and is not asked.
func (m *machine) entrance() entrance {
	var e entrance
	if t, ok := m.store.(cache.TransformingStore); ok && t.Transformer() != nil {
		if _, ok := m.store.(TransformedStore); !ok {
			// Its Replace transforms all that it gets, so it must not get what it transformed
			// before.
			return e
		}
		e.transform = t.Transformer()
	}
	if s, ok := m.store.(StagingStore); ok {
		e.stage = s.Stage()
	}
	if m.filled {
		e.known, _ = m.store.(KnownStore)
	}
	return e
}

// held returns the store's object if that is obj in the same version.
func (e *entrance) held(obj any) (any, bool) {
	if e.known == nil {
		return nil, false
	}
	held, exists := e.known.Known(obj)
	if !exists || !sameVersion(held, obj) {
		return nil, false
	}
	e.kept++
	return held, true
}

// admitted returns what the list gets of an object that is not held: transformed, and staged.
func (e *entrance) admitted(obj any) (any, error) {
	if e.transform != nil {
		made, err := e.transform(obj)
		if err != nil {
			name, _ := nameOf(obj)
			return nil, fmt.Errorf("transforming %v: %w", name, err)
		}
		obj = made
	}
	if e.stage != nil {
		obj = e.stage(obj)
	}
	return obj, nil
}

// sameVersion tells whether two objects are one, in one version. Without a UID they might be
// two of the same name from two clusters or, with fake clients, from two lives; without
// a version nothing is known of the content. A transform that drops either, or
// changes it, has its objects taken anew with every list.
func sameVersion(held, obj any) bool {
	h, err := meta.Accessor(held)
	if err != nil {
		return false
	}
	o, err := meta.Accessor(obj)
	if err != nil {
		return false
	}
	uid, version := o.GetUID(), o.GetResourceVersion()
	return uid != "" && version != "" && uid == h.GetUID() && version == h.GetResourceVersion()
}

// refusal is an error of the store's side, its transform for one, while a list is collected.
// It does not unwrap: what a transform failed with says nothing of the server.
type refusal struct{ error }

// handOver gives a whole list to the store. What says which list it is.
func (m *machine) handOver(e *entrance, items []any, version, what string) error {
	m.stats.kept.Add(e.kept)
	err := m.replaceBy(e, items, version)
	if err != nil {
		m.stats.storeFailures.Add(1)
		return fmt.Errorf("unable to sync %s of %v: %w", what, m.o.TypeDescription, err)
	}
	m.filled, m.size = true, len(items)
	return nil
}

func (m *machine) replaceBy(e *entrance, items []any, version string) error {
	if e.transform != nil || e.stage != nil {
		return m.store.(TransformedStore).ReplaceTransformed(items, version)
	}
	return m.store.Replace(items, version)
}

// expectedSize is the room for a list that is collected again: that of the last one and
// somewhat more, for growing would hold two arrays at once.
func (m *machine) expectedSize() int { return m.size + m.size/64 }
