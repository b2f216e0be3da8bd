package storetest

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// herder writes the herd and tells readers what they may see: at least what was
// committed when they asked, at most what was begun when they were answered.
type herder struct {
	herd
	store              stores.Store
	random             *rand.Rand
	started, committed atomic.Int64
}

func newHerder(s Subject, h herd) *herder {
	indexers := h.indexers()
	if h.yields {
		indexers["yielding"] = yieldingSometimes
	}
	w := &herder{herd: h, store: s.New(indexers), random: rand.New(rand.NewPCG(h.seed, 0))}
	first := at(0, drifters)
	w.store.Replace(w.content(first), first.version())
	w.committed.Store(int64(first))
	w.started.Store(int64(first))
	return w
}

// yieldingSometimes gives way for few objects, for hundreds would take too long.
func yieldingSometimes(obj any) ([]string, error) {
	if _, i, generation, ok := decode(obj); ok && (i+generation)%32 == 0 {
		runtime.Gosched()
	}
	return []string{"all"}, nil
}

func (w *herder) write(m moment, write func()) {
	w.started.Store(int64(m))
	write()
	w.committed.Store(int64(m))
}

// next writes one generation, and then each drifter.
func (w *herder) next(generation int) {
	m := at(generation, 0)
	w.write(m, func() {
		switch w.random.IntN(12) {
		case 0:
			w.store.Replace(w.content(m), m.version())
		case 1:
			replaceList(w.store, w.list(m), m.version())
		case 2, 3, 4, 5:
			if _, ok := w.store.(stores.VersionedTransactor); ok {
				entries := w.entries(generation)
				last := len(entries) - 1 // the one object with this version comes first
				transactAt(w.store, m.version(), append(entries[last:], entries[:last]...))
				return
			}
			fallthrough
		default:
			w.store.Transaction(w.entries(generation)...)
		}
	})
	for x := range drifters {
		w.write(at(generation, x+1), func() { w.drift(x, generation) })
	}
	if w.random.IntN(2) == 0 {
		runtime.Gosched() // on one core readers would else see few generations
	}
}

func (w *herder) drift(x, generation int) {
	o := drifterObject(x, generation)
	switch {
	case !drifterThere(x, generation):
		w.store.DeleteWithObject(driftKey(x), o)
	case w.random.IntN(2) == 0:
		w.store.Add(driftKey(x), o)
	default:
		w.store.Update(driftKey(x), o)
	}
}

// list is the content in a random order, some keys more than once.
func (w *herder) list(m moment) []stores.Item {
	var list []stores.Item
	for key, obj := range w.content(m) {
		if w.random.IntN(8) == 0 {
			list = append(list, stores.Item{Key: key, Object: w.ghost()})
		}
		list = append(list, stores.Item{Key: key, Object: obj})
	}
	// Before the first object, ghosts of keys that come again later do no harm.
	return append([]stores.Item{{Key: herdKey(0), Object: w.ghost()}, {Key: markerKey, Object: w.ghost()}}, list...)
}

// ghost is an object that is overwritten or deleted before anybody may see it.
func (w *herder) ghost() any { return w.object(w.random.IntN(w.size), ghostly) }

// entries is the transaction from the generation before, in random order of keys.
func (w *herder) entries(generation int) []cache.ThreadSafeStoreTransaction {
	var entries []cache.ThreadSafeStoreTransaction
	for _, i := range w.random.Perm(w.size) {
		key, label := herdKey(i), w.label(i, generation)
		was, is := w.there(i, generation-1), w.there(i, generation)
		switch {
		case !is && w.random.IntN(16) == 0: // comes only to go
			entries = append(entries, put(key, w.ghost()), drop(key, nil))
		case !is && was:
			entries = append(entries, drop(key, nil))
		case is && (!was || w.label(i, generation-1) != label):
			entries = append(entries, w.rewrite(key, w.object(i, label))...)
		}
	}
	return append(entries, put(markerKey, marker(generation)))
}

func (w *herder) rewrite(key string, obj any) []cache.ThreadSafeStoreTransaction {
	switch w.random.IntN(16) {
	case 0:
		return []cache.ThreadSafeStoreTransaction{drop(key, nil), put(key, obj)}
	case 1:
		return []cache.ThreadSafeStoreTransaction{put(key, w.ghost()), put(key, obj)}
	case 2:
		return []cache.ThreadSafeStoreTransaction{put(key, w.ghost()), drop(key, nil), put(key, w.ghost()), put(key, obj)}
	case 3:
		return []cache.ThreadSafeStoreTransaction{entry(cache.TransactionTypeAdd, key, obj)}
	}
	return []cache.ThreadSafeStoreTransaction{put(key, obj)}
}
