package mvcc

import (
	"fmt"
	"maps"
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

type txnEntry = cache.ThreadSafeStoreTransaction

func putEntry(key string, obj any) txnEntry {
	return txnEntry{Transaction: cache.Transaction{Type: cache.TransactionTypeUpdate, Object: obj}, Key: key}
}

func dropEntry(key string, obj any) txnEntry {
	return txnEntry{Transaction: cache.Transaction{Type: cache.TransactionTypeDelete, Object: obj}, Key: key}
}

// step does one random thing to the store and to its state, and says what.
func (w *world) step() string {
	switch n := w.choose(64); {
	case n < 20:
		return w.update(w.key())
	case n < 30:
		return w.delete(w.key())
	case n < 42:
		return w.transaction(1 + w.choose(8))
	case n < 48:
		return w.sweepOut(10 + w.choose(50))
	case n < 52:
		return w.transaction(40 + w.choose(60))
	case n < 55:
		rv := fmt.Sprint("bookmark", w.serial)
		w.store.Bookmark(rv)
		w.state.rv = rv
		return "Bookmark " + rv
	case n < 57:
		return w.addIndexers()
	case n < 58:
		return w.replace()
	case n < 59 && w.choose(3) == 0:
		return w.rise(500 + 10*w.choose(70))
	case n < 61 && len(w.seen) > 0:
		return w.fold()
	default:
		w.look()
		return "view"
	}
}

func (w *world) update(key string) string {
	obj := w.object()
	w.store.Update(key, obj)
	w.state.put(key, obj)
	return fmt.Sprintf("Update %s %v", key, obj)
}

func (w *world) delete(key string) string {
	var obj any
	if w.choose(2) == 0 {
		obj = w.object()
	}
	w.store.DeleteWithObject(key, obj)
	w.state.remove(key, obj)
	return fmt.Sprintf("Delete %s %v", key, obj)
}

// transaction puts and deletes, often the same keys several times.
func (w *world) transaction(n int) string {
	var entries []txnEntry
	keys := []string{w.key(), w.key()}
	for range n {
		key := keys[w.choose(2)]
		if n > 8 || w.choose(3) == 0 {
			key = w.key()
		}
		if w.choose(3) == 0 {
			entries = append(entries, dropEntry(key, nil))
		} else {
			entries = append(entries, putEntry(key, w.object()))
		}
	}
	w.transact(entries)
	return fmt.Sprintf("Transaction %v", entries)
}

func (w *world) transact(entries []txnEntry) {
	rv, own := w.state.rv, w.choose(3) == 0
	if own {
		rv = fmt.Sprint("at", w.serial)
		w.store.TransactionAt(rv, entries...)
	} else {
		w.store.Transaction(entries...)
	}
	for _, e := range entries {
		if e.Type == cache.TransactionTypeDelete {
			w.state.remove(e.Key, e.Object)
		} else {
			w.state.put(e.Key, e.Object)
		}
	}
	w.state.rv = rv
	if !own {
		w.state.take(entries[len(entries)-1].Object) // the last alone counts
	}
}

// sweepOut deletes many keys one by one, so that chunks become worth their reuse.
func (w *world) sweepOut(n int) string {
	first := w.choose(120)
	for i := range n {
		key := fmt.Sprint("k", (first+i)%120)
		w.store.Delete(key)
		delete(w.state.items, key)
	}
	return fmt.Sprintf("Delete of %d keys from k%d on", n, first)
}

func (w *world) addIndexers() string {
	names := slices.Sorted(maps.Keys(shapes))
	name := names[w.choose(len(names))]
	err := w.store.AddIndexers(only(name))
	return fmt.Sprintf("AddIndexers %s: %v", name, err)
}

func (w *world) replace() string {
	rv := fmt.Sprint("list", w.serial)
	var items []stores.Item
	w.state.items = map[string]any{}
	for range w.choose(150) {
		key, obj := w.key(), w.object()
		items = append(items, stores.Item{Key: key, Object: obj})
		w.state.items[key] = obj
	}
	w.state.rv = rv
	if w.choose(2) == 0 {
		w.store.Replace(w.state.items, rv)
	} else {
		w.store.ReplaceList(items, rv)
	}
	return fmt.Sprintf("Replace with %d", len(items))
}

// fold adds a view that is equal to one that was taken, with less log.
func (w *world) fold() string {
	s := w.seen[w.choose(len(w.seen))]
	to := s.view.upto
	if rest := s.view.g.commit.Load() - to; w.choose(2) == 0 {
		to += rest
	} else {
		to += rest * uint64(w.choose(256)) / 256 // in the midst of a transaction as well
	}
	w.seen = append(w.seen, seen{s.view.foldTo(to), s.state})
	return fmt.Sprintf("a fold of %d to %d", s.view.commit, to)
}

// rise fills the store far up, and then empties it nearly, so that it shrinks.
func (w *world) rise(n int) string {
	var entries []txnEntry
	for i := range n {
		entries = append(entries, putEntry(fmt.Sprint("b", i), w.object()))
	}
	w.transact(entries)
	if w.choose(2) == 0 {
		w.look()
	}
	for i := range n {
		key := fmt.Sprint("b", i)
		w.store.Delete(key)
		delete(w.state.items, key)
	}
	return fmt.Sprintf("rise to %d and fall", n)
}
