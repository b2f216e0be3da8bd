package packed

import (
	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

var _ stores.Stager = (*Store)(nil)

const (
	// stagedObjects is how many objects of a list wait to be packed together, on all processors: so many are held as
	// they came.
	stagedObjects = 512
	// stagedPiece is how many of them one processor packs at once.
	stagedPiece = 16
)

// staging packs the objects of a list while it is collected. It learns dictionaries as it goes, as from a stream.
type staging struct {
	list    *stagedList
	funcs   []cache.IndexFunc
	bulk    bulk
	waiting []*staged
	strings map[string]string // values of indexes, each once
}

// Stage begins a list. Keys must be those of [cache.MetaNamespaceKeyFunc]. An object is packed when some more have come,
// or else when the list is written into the store. What index functions say of it is
// kept until then, so that nothing is decoded for the indexes; they run on the caller's goroutine.
func (s *Store) Stage() (stage func(key string, obj any) any) {
	indexers := s.GetIndexers()
	g := &staging{
		list:    &stagedList{store: s},
		bulk:    bulk{packer: &s.packer, presses: map[*kind]*press{}},
		strings: map[string]string{},
	}
	for name, f := range indexers {
		g.list.indexes, g.funcs = append(g.list.indexes, name), append(g.funcs, f)
	}
	return g.add
}

func (g *staging) add(key string, obj any) any {
	if g.list.store.kindFor(obj) == nil {
		return obj // it is kept as it is
	}
	st := &staged{list: g.list, key: key, obj: obj, values: g.valuesOf(obj)}
	if g.waiting = append(g.waiting, st); len(g.waiting) >= stagedObjects {
		g.pack()
	}
	return st
}

// pack packs all that wait. A panic is the caller's.
func (g *staging) pack() {
	s := g.list.store
	onAll(s.processors, len(g.waiting), stagedPiece, func(i int) {
		st := g.waiting[i]
		st.item = g.bulk.learning(st.obj, s.held(st.key))
		st.obj = nil
	})
	clear(g.waiting)
	g.waiting = g.waiting[:0]
}

// valuesOf asks the index functions. It returns nil if one fails, which the write of the list will meet again.
func (g *staging) valuesOf(obj any) (values [][]string) {
	defer func() {
		if recover() != nil {
			values = nil
		}
	}()
	values = make([][]string, len(g.funcs))
	for i, f := range g.funcs {
		found, err := f(obj)
		if err != nil {
			return nil
		}
		values[i] = g.owned(found)
	}
	return values
}

// owned returns a copy that keeps nothing of the object alive.
func (g *staging) owned(values []string) []string {
	if len(values) == 0 {
		return nil
	}
	own := make([]string, len(values))
	for i, v := range values {
		one, known := g.strings[v]
		if !known {
			one = string([]byte(v))
			g.strings[one] = one
		}
		own[i] = one
	}
	return own
}
