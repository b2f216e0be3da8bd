package packed

import (
	"informerbench/stores"
	"informerbench/stores/internal/version"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

var _ stores.StandIn = (*staged)(nil)

// staged stands for an object: one of a list that is collected, or one that the store has.
//
// One goroutine at a time writes to it, in this order: the one that collects the list, and those that
// pack for it meanwhile; and the one that writes the list into the store. Handlers, which
// may be many, get it afterwards, and then it does not change any more but for values,
// which they do not read.
type staged struct {
	list *stagedList
	key  string
	obj  any // until it is packed
	item any // what the inner store shall hold; nil until it is packed
	// values has those of each index of the list, as long as they are needed; nil where they
	// are not known.
	values [][]string
}

// stagedList is what the stand-ins of one list have in common.
type stagedList struct {
	store   *Store
	indexes []string // their names, in the order of the values
}

// StandIn returns what stands for the object under key, in O(1). Nothing is decoded. The key is that
// of [cache.MetaNamespaceKeyFunc].
func (s *Store) StandIn(key string) (standIn any, exists bool) {
	item, exists := s.inner.Get(key)
	if _, packed := item.(*record); !packed {
		return item, exists
	}
	return &staged{list: &stagedList{store: s}, key: key, item: item}, true
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
	name, _ := cache.ParseObjectName(l.of.key) // what stages has checked it
	return name
}

// holdsStaged is Holds for what stands for an object.
func (s *Store) holdsStaged(item any, st *staged) bool {
	if st.item == item {
		return true
	}
	held, packed := item.(*record)
	r, alike := st.item.(*record)
	if !packed || !alike || held.book.of != r.book.of {
		return false
	}
	_, versioned, _, _ := r.parts()
	scratch := takeScratch()
	defer scratch.give()
	rv, plain := r.plain(scratch)
	return held.holds(plain, rv, versioned)
}
