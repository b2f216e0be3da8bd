package packed

import (
	"informerbench/stores/mvcc"

	"k8s.io/client-go/tools/cache"
)

// held returns the record under a key, nil if there is none. Another writer may replace it at once:
// it is good for what is right with any old record.
func (s *Store) held(key string) *record {
	item, _ := s.inner.Get(key)
	r, _ := item.(*record)
	return r
}

// leave lets go of the decoded form of what was held under a key and is replaced by item. Readers of
// snapshots decode it again.
func (s *Store) leave(old *record, item any) {
	if old != nil && item != any(old) {
		s.warm.drop(old)
	}
}

// show hangs the object that is written on its record, for index functions to look at; nobody may
// change it, ever. It returns what the write has to settle when it is over: nil for an object
// that is not packed, for one that is not there any more, since it was packed before, and for a record that is there
// already and has something hanging on it.
func show(item, obj any) *cached {
	r, packed := item.(*record)
	if !packed || obj == nil {
		return nil
	}
	e := newCached(r, obj, r.plainSize())
	if !r.shown.CompareAndSwap(nil, e) {
		return nil
	}
	return e
}

// settle ends what show began. What was written goes into the cache: whoever is told of a change
// usually asks for the object next, and the next change of it asks for the old one.
func (s *Store) settle(e *cached, keep bool) {
	switch {
	case e == nil:
	case keep && s.warm.takes(e):
		s.warm.admit(e)
	default:
		e.of.shown.CompareAndSwap(e, nil)
	}
}

// writing is a write of several objects while it runs.
type writing struct {
	store   *Store
	shown   []*cached // by number, nil where there is nothing to settle
	written bool      // and what it wrote may go into the cache
	staged  []*staged // the stand-ins among the objects
}

func (s *Store) begin(n int) *writing { return &writing{store: s, shown: make([]*cached, n)} }

// pack returns the entries of a transaction with what the inner store shall hold. Those that it is
// given stay the caller's.
func (w *writing) pack(entries []cache.ThreadSafeStoreTransaction) []cache.ThreadSafeStoreTransaction {
	packed := make([]cache.ThreadSafeStoreTransaction, len(entries))
	copy(packed, entries)
	for i := range entries {
		if puts(&entries[i]) {
			w.note(entries[i].Object)
		}
	}
	w.store.packAll(len(entries), func(i int) (string, any) {
		if puts(&entries[i]) {
			return entries[i].Key, entries[i].Object
		}
		return entries[i].Key, nil
	}, func(i int, obj, item any) {
		switch {
		case puts(&entries[i]):
			packed[i].Object, w.shown[i] = item, show(item, obj)
		case i == len(entries)-1: // its version counts
			packed[i].Object = standInFor(entries[i].Object)
		default:
			packed[i].Object = nil
		}
	})
	return packed
}

func puts(e *cache.ThreadSafeStoreTransaction) bool {
	return e.Type == cache.TransactionTypeAdd || e.Type == cache.TransactionTypeUpdate
}

// note remembers what stands for an object.
func (w *writing) note(obj any) {
	if st, standsIn := obj.(*staged); standsIn {
		w.staged = append(w.staged, st)
	}
}

// commit has the inner store written to.
func (w *writing) commit(write func(inner *mvcc.Store)) {
	w.store.foretold.during(w.staged, func() { write(w.store.inner) })
}

// settle ends it, also when it has panicked.
func (w *writing) settle() {
	var left int64
	if c := w.store.warm; c != nil && w.written {
		left = c.budget / writtenPart
	}
	for i := len(w.shown) - 1; i >= 0; i-- { // the last are asked for longest
		if e := w.shown[i]; e != nil {
			left -= e.size
			w.store.settle(e, left >= 0)
		}
	}
}
