package storetest

import (
	"errors"
	"fmt"
	"iter"
	"runtime"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// stalledRetains is what a stalled reader may keep beyond twice the live keys, unless
// the subject says otherwise: what was written since a store last looked for it.
const stalledRetains = 8192

// stalledReaders: somebody holds a snapshot, or stands still in the body of a range, while
// every object is overwritten hundreds of times. However long it takes, that must not
// keep every one of them; and when the reader is gone, nothing.
func stalledReaders(s Subject) error {
	for name, stall := range stalls {
		if raceEnabled && !usualStalls[name] {
			continue // what is kept does not depend on the race detector
		}
		store := s.New(only("single", "constant"))
		if _, err := as[stores.Extended](store); err != nil {
			return err
		}
		t := &tracker{}
		overwriteAll(store, t, 1)
		limit := 2*retainedKeys + max(s.StalledRetains, 0)
		if s.StalledRetains == 0 {
			limit += stalledRetains
		}
		err := stall(store.(stores.Extended), func() error {
			overwriteAll(store, t, max(scaled(50_000), 4*stalledRetains)/retainedKeys)
			if alive := t.aliveAtMost(limit); alive > limit {
				return fmt.Errorf("keeps %d of %d old objects alive, want at most %d", alive, len(t.made), limit)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		left := t.aliveAtMost(retainedKeys + s.Retains)
		runtime.KeepAlive(store)
		if left > retainedKeys+s.Retains {
			return fmt.Errorf("%s: %d objects of %d keys are alive after it is gone", name, left, retainedKeys)
		}
	}
	return nil
}

// overwriteAll writes all keys so many times: one by one, in a transaction, and by leaving
// and coming back.
func overwriteAll(store stores.Store, t *tracker, times int) {
	for round := range times {
		var entries []cache.ThreadSafeStoreTransaction
		for i := range retainedKeys {
			// Index values come, and go for ever.
			key, side := retainedKey(i), fmt.Sprint(side(round+i), round/5)
			switch round % 4 {
			case 0:
				entries = append(entries, put(key, t.object(side, key)))
			case 1:
				store.Delete(key)
				store.Add(key, t.object(side, key))
			default:
				store.Update(key, t.object(side, key))
			}
		}
		store.Transaction(entries...)
	}
}

// usualStalls are those that are worth their time under the race detector.
var usualStalls = map[string]bool{"a snapshot that is closed": true, "a range over All": true}

// stalls are readers that stand still while act runs; afterwards nothing of them is left.
var stalls = map[string]func(store stores.Extended, act func() error) error{
	"a snapshot that is closed": func(store stores.Extended, act func() error) error {
		snapshot := store.Snapshot()
		defer snapshot.Close()
		return holding(snapshot, act)
	},
	"a snapshot that is forgotten": func(store stores.Extended, act func() error) error {
		return holding(store.Snapshot(), act)
	},
	"a snapshot that answered before, and is forgotten": func(store stores.Extended, act func() error) error {
		snapshot := store.Snapshot()
		snapshot.List()
		for range snapshot.Ascend("") {
			break
		}
		return holding(snapshot, act)
	},
	"three snapshots, one after the other": func(store stores.Extended, act func() error) error {
		for range 3 {
			snapshot := store.Snapshot()
			if err := holding(snapshot, act); err != nil {
				return err
			}
			snapshot.Close()
		}
		return nil
	},
	"a range over All": func(store stores.Extended, act func() error) error {
		return halfway(store.All(), act)
	},
	"a range over ByIndexAll that ends early": func(store stores.Extended, act func() error) error {
		seq, err := store.ByIndexAll("constant", "all")
		if err != nil {
			return err
		}
		for key, obj := range seq {
			if err := act(); err != nil {
				return err
			}
			if err := stillRight(key, obj); err != nil {
				return err
			}
			break
		}
		return nil
	},
	"a range over a snapshot": func(store stores.Extended, act func() error) error {
		snapshot := store.Snapshot()
		defer snapshot.Close()
		return halfway(snapshot.All(), act)
	},
}

// holding checks that the snapshot is still whole, in all its answers, after act.
func holding(snapshot stores.Snapshot, act func() error) error {
	items := map[string]any{}
	for key, obj := range snapshot.All() {
		items[key] = obj
	}
	p := pinned{snapshot, stateOf(items, only("single", "constant"))}
	p.state.rv = snapshot.ResourceVersion()
	if err := act(); err != nil {
		return err
	}
	return errors.Join(p.verify(), halfway(snapshot.All(), func() error { return nil }))
}

// halfway acts in the middle of a range, whose second half must be as right as the first.
func halfway(seq iter.Seq2[string, any], act func() error) error {
	n := 0
	for key, obj := range seq {
		if n++; n == retainedKeys/2 {
			if err := act(); err != nil {
				return err
			}
		}
		if err := stillRight(key, obj); err != nil {
			return err
		}
	}
	if n != retainedKeys {
		return fmt.Errorf("shows %d keys of %d", n, retainedKeys)
	}
	return nil
}

func stillRight(key string, obj any) error {
	if o, ok := obj.(*object); !ok || o.Name != key {
		return fmt.Errorf("shows %v under %s", obj, key)
	}
	return nil
}
