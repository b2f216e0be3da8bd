package packed

import (
	"reflect"

	"informerbench/stores"
	"informerbench/stores/internal/version"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

var _ stores.StandIn = (*staged)(nil)

// staged stands for an object: one of a list that is collected, or one that the store has.
//
// One goroutine at a time writes to it, in this order: the one that collects the list, and those that
// pack for it meanwhile; and the one that compares the list with the store and writes it. Handlers, which
// may be many, get it afterwards, and then it does not change any more. What hands it on publishes it, in an
// informer the locks of the queue and of the handlers' buffers; a write after that would race with Open.
type staged struct {
	list *stagedList
	key  string
	obj  any // until it is packed
	item any // what the inner store shall hold; nil until it is packed
	// values has those of each index of the list until it is written; nil where they are not known. The
	// slices never change.
	values [][]string
}

// stagedList is what the stand-ins of one list have in common.
type stagedList struct {
	store   *Store
	indexes []string // their names, in the order of the values
}

// StandIn returns what stands for the object under key, in O(1). Nothing is decoded, unless the key is none of
// [cache.MetaNamespaceKeyFunc], from which a name could be told.
func (s *Store) StandIn(key string) (standIn any, exists bool) {
	item, exists := s.inner.Get(key)
	if _, packed := item.(*record); !packed {
		return item, exists
	}
	if name, err := cache.ParseObjectName(key); err != nil || name.String() != key {
		return s.open(item), exists
	}
	return &staged{list: s.alone, key: key, item: item}, true
}

// Open returns the object, as a Get does.
func (s *staged) Open() any {
	if s.item == nil {
		return s.obj
	}
	return s.list.store.open(s.item)
}

// GetObjectMeta returns name, namespace and version, without decoding anything; nil if the object has no
// metadata.
func (s *staged) GetObjectMeta() metav1.Object {
	held := s.item
	if held == nil {
		held = s.obj
	}
	rv, versioned := version.Of(held)
	if !versioned {
		return nil
	}
	return label{of: s, rv: rv}
}

// label is the metadata of a stand-in. Two are equal only if they are of one stand-in.
type label struct {
	metav1.Object
	of *staged
	rv string
}

func (l label) GetResourceVersion() string { return l.rv }

func (l label) GetName() string { return l.parts().Name }

func (l label) GetNamespace() string { return l.parts().Namespace }

func (l label) parts() cache.ObjectName {
	name, _ := cache.ParseObjectName(l.of.key) // no error: who stages has checked it
	return name
}

// alike tells whether two items that the inner store has, or could have, are those of one object in one version.
func alike(a, b any) bool {
	x, packed := a.(*record)
	y, both := b.(*record)
	switch {
	case !packed || !both:
		return packed == both && reflect.TypeOf(a).Kind() == reflect.Pointer && a == b
	case x == y:
		return true
	case x.book.of != y.book.of:
		return false
	}
	_, versioned, _, _ := y.parts()
	scratch := takeScratch()
	defer scratch.give()
	rv, plain := y.plain(scratch)
	return x.holds(plain, rv, versioned)
}
