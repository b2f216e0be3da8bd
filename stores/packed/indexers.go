package packed

import (
	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// probe is an object that is asked about and not stored.
type probe struct{ obj any }

// ask asks a wrapped index function for the one within.
type ask struct{ answer cache.IndexFunc }

// wrap returns index functions for what the inner store holds. They take the object of it and
// call the given ones, in their single-valued form where there is one.
func (s *Store) wrap(indexers cache.Indexers) cache.Indexers {
	wrapped := make(cache.Indexers, len(indexers))
	for name, f := range indexers {
		if single, ok := stores.ValueFuncOf(f); ok {
			wrapped[name] = stores.Single(s.single(name, f, single))
		} else {
			wrapped[name] = s.many(name, f)
		}
	}
	return wrapped
}

func (s *Store) many(name string, f cache.IndexFunc) cache.IndexFunc {
	return func(item any) ([]string, error) {
		if a, asked := item.(*ask); asked {
			a.answer = f
			return nil, nil
		}
		if values, known := s.foretold.of(item, name); known {
			return values, nil
		}
		return f(s.original(item))
	}
}

func (s *Store) single(name string, f cache.IndexFunc, value stores.ValueFunc) stores.ValueFunc {
	return func(item any) (string, bool, error) {
		if a, asked := item.(*ask); asked {
			a.answer = f
			return "", false, nil
		}
		if values, known := s.foretold.of(item, name); known && len(values) == 1 {
			return values[0], true, nil
		} else if known && len(values) == 0 {
			return "", false, nil
		}
		return value(s.original(item))
	}
}

// original returns the object that an index function is to look at.
func (s *Store) original(item any) any {
	switch i := item.(type) {
	case *record:
		if e := i.shown.Load(); e != nil { // also without a cache, while it is written
			return e.obj
		}
		obj, _ := i.decode()
		return obj
	case *probe:
		return i.obj
	}
	return item
}

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs, with the
// functions that were given.
func (s *Store) GetIndexers() cache.Indexers {
	indexers := s.inner.GetIndexers()
	for name, f := range indexers {
		var a ask
		_, _ = f(&a)
		indexers[name] = a.answer
	}
	return indexers
}

// AddIndexers adds indexes over what is stored and what will be. It decodes all objects,
// one after the other, while writers wait. It adds all or, when a name exists (an error) or a
// function fails (a panic), none.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	return s.inner.AddIndexers(s.wrap(newIndexers))
}
