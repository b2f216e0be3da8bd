package source

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
	"informerbench/workload/source/internal/keytree"
)

// Source holds the objects of every kind, and what happened to them. All methods are safe for concurrent use.
type Source struct {
	options Options

	// mu guards everything below, including each table and the fields of a Stream that
	// say so. It is held only for lookups, single changes and the copying of short
	// stretches of the log: lists and initial events walk a clone of the tree, and
	// nothing is sent to a watcher under it.
	mu      sync.Mutex
	version uint64          // of the last change, over all resources
	kinds   []workload.Kind // fixed
	tables  map[workload.Resource]*table
	pages   []*retainedList
}

// table is the state of one resource.
type table struct {
	resource workload.Resource
	kind     workload.Kind
	goType   reflect.Type // of the objects
	objects  *keytree.Tree[runtime.Object]
	log      log
	sleepers []*Stream // to be woken by the next event
	expiries uint64    // counts ExpireWatches: a stream opened under a lower count ends
	streams  int       // that are open
}

// New returns an empty source at version 0.
func New(o Options) *Source {
	s := &Source{options: o.withDefaults(), tables: map[workload.Resource]*table{}}
	for _, k := range append(workload.Kinds(), o.Kinds...) {
		if old, ok := s.tables[k.Resource]; ok {
			s.kinds = slices.DeleteFunc(s.kinds, func(k workload.Kind) bool { return k == old.kind })
		}
		s.kinds = append(s.kinds, k)
		s.tables[k.Resource] = &table{
			resource: k.Resource,
			kind:     k,
			goType:   reflect.TypeOf(k.New()),
			objects:  keytree.New[runtime.Object](),
			log:      log{capacity: s.options.LogCapacity},
		}
	}
	return s
}

// Kinds returns what the source can hold: the generator's kinds and those of the options.
func (s *Source) Kinds() []workload.Kind { return slices.Clone(s.kinds) }

func (s *Source) table(r workload.Resource) (*table, error) {
	t, ok := s.tables[r]
	if !ok {
		return nil, fmt.Errorf("source: unknown resource %q", r)
	}
	return t, nil
}

// Version returns the resource version of the last change over all resources.
func (s *Source) Version() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

// Objects returns the current objects of a resource by key: namespace/name, or name
// for objects without a namespace. The map is the caller's, the objects are shared.
func (s *Source) Objects(r workload.Resource) map[string]runtime.Object {
	t, err := s.table(r)
	if err != nil {
		return nil
	}
	objects, _ := s.snapshot(t)
	byKey := make(map[string]runtime.Object, objects.Len())
	for key, object := range objects.From("") {
		byKey[key] = object
	}
	return byKey
}

// Get returns one object, or a NotFound error. The namespace is empty for resources
// without namespaces.
func (s *Source) Get(r workload.Resource, namespace, name string) (runtime.Object, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	object, ok := t.objects.Get(keyOf(namespace, name))
	if !ok {
		return nil, notFound(t.kind, name)
	}
	return object, nil
}

// Watches returns the number of open watches of a resource.
func (s *Source) Watches(r workload.Resource) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, err := s.table(r); err == nil {
		return t.streams
	}
	return 0
}

// snapshot returns the current objects of a table and their version, in constant
// time. Only the caller has the returned tree.
func (s *Source) snapshot(t *table) (*keytree.Tree[runtime.Object], uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.objects.Clone(), s.version
}
