package fifo

import (
	"iter"
	"reflect"

	"k8s.io/client-go/tools/cache"
)

// difference is what a list changes in State. It is as large as the change, not as the list: a
// list may have a million objects of which a few have changed since the last one.
type difference struct {
	gone []cache.DeletedFinalStateUnknown // what the list lacks, in no order
	// changed has the objects of the list that State does not hold, in the order of the list.
	// All others State holds, by pointer, or as it tells.
	changed []changedItem
	twice   bool // a key occurs more than once in the list
}

// changedItem is an object of a list and what was known under its key before it, if anything.
type changedItem struct {
	old    any
	at     uint32 // place in the list
	exists bool
}

// compare finds out what the list changes in State, which has held objects. Nobody else writes
// to State meanwhile.
func (p *Processor) compare(objects []any, held int) (difference, error) {
	var d difference
	listed := newKeySet(len(objects), p.keyAt(objects))
	found := 0 // keys of State that are listed
	for i, obj := range objects {
		key, err := p.keyOf(obj)
		if err != nil {
			return difference{}, err
		}
		var old any
		exists := false
		earlier, twice := listed.put(key, i)
		if twice {
			d.twice, exists, old = true, true, objects[earlier]
		} else if old, exists = p.before(key, obj); exists {
			found++
		}
		if twice || !exists || !identical(old, obj) {
			d.changed = append(d.changed, changedItem{old, uint32(i), exists})
		}
	}
	if found < held {
		d.gone = p.missing(objects, listed)
	}
	return d, nil
}

// comparingState is what a State may offer besides: to tell whether it holds an object without showing
// what it holds, which it may refuse by known false.
type comparingState interface {
	Same(key string, obj any) (same, exists, known bool)
}

// before returns what State holds under a key: obj itself if State holds the same in other memory.
// That is not known of most, and costs less than to look where it is.
func (p *Processor) before(key string, obj any) (any, bool) {
	if state, ok := p.State.(comparingState); ok {
		switch same, exists, known := state.Same(key, obj); {
		case known && !exists:
			return nil, false
		case known && same:
			return obj, true
		}
	}
	return p.held(key)
}

// missing returns tombstones for what State has and the list lacks. An object that stands
// in both under its hash has the same key in both, which saves computing it.
func (p *Processor) missing(objects []any, listed *keySet) (gone []cache.DeletedFinalStateUnknown) {
	if state, ok := p.State.(interface{ Copies() bool }); ok && state.Copies() {
		return p.missingByKey(listed)
	}
	for key, obj := range p.all() {
		is := func(i int) bool { return identical(objects[i], obj) || listed.keyAt(i) == key }
		if !listed.has(key, is) {
			gone = append(gone, cache.DeletedFinalStateUnknown{Key: key, Obj: obj})
		}
	}
	return gone
}

// missingByKey is missing for a State that shows copies: none is shown but of what is gone.
func (p *Processor) missingByKey(listed *keySet) (gone []cache.DeletedFinalStateUnknown) {
	for _, key := range p.State.ListKeys() {
		if !listed.hasKey(key) {
			obj, _ := p.held(key) // nobody else writes, so it is there
			gone = append(gone, cache.DeletedFinalStateUnknown{Key: key, Obj: obj})
		}
	}
	return gone
}

// all ranges over what State has, without a list of it if State can do so.
func (p *Processor) all() iter.Seq2[string, any] {
	if ranged, ok := p.State.(interface{ All() iter.Seq2[string, any] }); ok {
		return ranged.All()
	}
	return func(yield func(string, any) bool) {
		for _, key := range p.State.ListKeys() {
			if obj, _ := p.lookup(key); !yield(key, obj) {
				return
			}
		}
	}
}

// identical tells whether two objects are the same pointer. Objects of other kinds never are: some
// cannot be compared, and API objects are pointers.
func identical(a, b any) bool {
	t := reflect.TypeOf(a)
	return t != nil && t.Kind() == reflect.Pointer && a == b
}

// tellDifference tells the handler of a list: what is gone, and then all objects in order.
// Those that State held already are updates to themselves.
func (p *Processor) tellDifference(d *difference, objects []any, isInInitialList bool) {
	for _, tombstone := range d.gone {
		p.Handler.OnDelete(tombstone)
	}
	changed := d.changed
	for i, obj := range objects {
		if len(changed) == 0 || int(changed[0].at) != i {
			p.Handler.OnUpdate(obj, obj)
			continue
		}
		if c := &changed[0]; c.exists {
			p.Handler.OnUpdate(c.old, obj)
		} else {
			p.Handler.OnAdd(obj, isInInitialList)
		}
		changed = changed[1:]
	}
}

// differenceState is what a State may offer besides: one transaction of operations whose keys
// are known, that sets the resource version as well. It may refuse it by returning false.
type differenceState interface {
	ApplyKeyedAt(entries []cache.ThreadSafeStoreTransaction, resourceVersion string) bool
}

// worthTransaction is up to which part of the list a difference is applied as a transaction.
// A larger one is a Replace: that costs more for each object of the list and holds two of
// what State has for each, but costs less for each that has changed. With 200,000 objects under
// two indexes in stores/mvcc a transaction took a quarter to a third of Replace's time up to a
// tenth, two thirds at a quarter, and more than Replace when all had changed; beyond a quarter
// it also has less to save, and leaves more for readers to take back.
const worthTransaction = 4

// applyDifference commits the difference alone, at once, if that is less than the whole list
// and State can do it: readers go from the old state to the new one, and what has not
// changed is not touched.
func (p *Processor) applyDifference(d *difference, info cache.ReplacedAllInfo) bool {
	state, ok := p.State.(differenceState)
	n := len(d.gone) + len(d.changed)
	if !ok || d.twice || n > len(info.Objects)/worthTransaction {
		return false
	}
	entries := make([]cache.ThreadSafeStoreTransaction, 0, n)
	for _, tombstone := range d.gone {
		entries = append(entries, entryOf(cache.TransactionTypeDelete, tombstone.Key, tombstone.Obj))
	}
	for _, c := range d.changed {
		kind := cache.TransactionTypeAdd
		if c.exists {
			kind = cache.TransactionTypeUpdate
		}
		obj := info.Objects[c.at]
		key, _ := p.keyOf(obj) // no error: compare had it
		entries = append(entries, entryOf(kind, key, obj))
	}
	return state.ApplyKeyedAt(entries, info.ResourceVersion)
}

func entryOf(kind cache.TransactionType, key string, obj any) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{Transaction: cache.Transaction{Object: obj, Type: kind}, Key: key}
}
