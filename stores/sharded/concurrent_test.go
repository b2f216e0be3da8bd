package sharded_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"informerbench/stores"
	"informerbench/stores/sharded"

	"k8s.io/client-go/tools/cache"
)

// beside runs write n times while four readers call read, until it is done; both
// return an error text or "".
func beside(t *testing.T, n int, write func(round int), read func() string) {
	t.Helper()
	var done atomic.Bool
	var failure atomic.Value
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for !done.Load() {
				if text := read(); text != "" {
					failure.Store(text)
					return
				}
			}
		})
	}
	for round := range n {
		write(round)
	}
	done.Store(true)
	readers.Wait()
	if text := failure.Load(); text != nil {
		t.Fatal(text)
	}
}

// TestMovingObjectIsOnlyFoundWhereItIs moves objects between two index values and
// keeps a third. Readers must find each under the third exactly once, and under the
// other two no object that is not there (fabric8io/kubernetes-client#7265).
func TestMovingObjectIsOnlyFoundWhereItIs(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		const objects = 20
		move := func(round int) {
			s.Update(key(round%objects), &thing{tags: "v," + []string{"left", "right"}[round/objects%2]})
		}
		for i := range objects {
			move(i)
		}
		beside(t, 5_000, move, func() string {
			objs, _ := s.ByIndex("tags", "v")
			keys, _ := s.IndexKeys("tags", "v")
			both, _ := s.Index("tags", &thing{tags: "left,right"})
			if len(objs) != objects || len(keys) != objects || len(slices.Compact(keys)) != objects || len(both) > objects {
				return fmt.Sprintf("%d objects, keys %v, %d under either side", len(objs), keys, len(both))
			}
			if text := foundWhileUnchanged(s, key(3)); text != "" {
				return text
			}
			left, _ := s.ByIndex("tags", "left")
			for _, obj := range left {
				if obj.(*thing).tags != "v,left" {
					return "under left: " + obj.(*thing).tags
				}
			}
			return ""
		})
		check(t, s)
	})
}

// foundWhileUnchanged asks for an object's key under its value, between two calls
// of Get that return the same object: it was there all the time, for every update
// has a new object.
func foundWhileUnchanged(s stores.Store, key string) string {
	before, _ := s.Get(key)
	for _, value := range strings.Split(before.(*thing).tags, ",") {
		keys, _ := s.IndexKeys("tags", value)
		if after, _ := s.Get(key); after == before && !slices.Contains(keys, key) {
			return "not found under " + value + ", where it is"
		}
	}
	return ""
}

// TestReplaceIsSeenAsAWhole exchanges one set of keys for another of the same size.
func TestReplaceIsSeenAsAWhole(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		replace := func(round int) {
			items := map[string]any{}
			for i := range 100 {
				items[fmt.Sprint(round, "/", i)] = &thing{n: round, tags: "v"}
			}
			s.Replace(items, fmt.Sprint(round))
		}
		replace(0)
		beside(t, 150, replace, func() string {
			under, _ := s.ByIndex("tags", "v")
			for _, objs := range [][]any{s.List(), under} {
				if len(objs) != 100 {
					return fmt.Sprintf("%d objects", len(objs))
				}
				for _, obj := range objs {
					if obj.(*thing).n != objs[0].(*thing).n {
						return "objects of two calls of Replace together"
					}
				}
			}
			return ""
		})
	})
}

// TestGetsNeverSeeATransactionGoBack: once one key shows a transaction, so does
// every other key. Only New claims it.
func TestGetsNeverSeeATransactionGoBack(t *testing.T) {
	const keys = 40
	s := sharded.New(indexers())
	write := func(round int) {
		entries := make([]cache.ThreadSafeStoreTransaction, keys)
		for i := range entries {
			entries[i] = put(key((i+round)%keys), &thing{n: round})
		}
		s.Transaction(entries...)
	}
	write(0)
	beside(t, 2_000, write, func() string {
		last := 0
		for i := range 2 * keys {
			obj, _ := s.Get(key(i % keys))
			if n := obj.(*thing).n; n < last {
				return fmt.Sprintf("transaction %d after %d", n, last)
			} else {
				last = n
			}
		}
		return ""
	})
}

// TestLargeValueIsSeenAsAWhole is about reads so large that they copy when they have released the
// locks: transactions rewrite everything, and let some go and come back.
func TestLargeValueIsSeenAsAWhole(t *testing.T) {
	const objects, comers = sharded.Many + 300, 200
	s := sharded.New(indexers()).(*sharded.Store)
	write := func(round int) {
		var entries []cache.ThreadSafeStoreTransaction
		for i := range objects {
			if i < comers && round%2 == 1 {
				entries = append(entries, del(key(i)))
			} else {
				entries = append(entries, put(key(i), &thing{n: round, tags: "v"}))
			}
		}
		s.Transaction(entries...)
	}
	write(0)
	beside(t, 40, write, func() string {
		objs, _ := s.ByIndex("tags", "v")
		n := objs[0].(*thing).n
		if len(objs) != objects-n%2*comers {
			return fmt.Sprintf("%d objects of transaction %d", len(objs), n)
		}
		for _, obj := range objs {
			if obj.(*thing).n != n {
				return fmt.Sprintf("transactions %d and %d at once", n, obj.(*thing).n)
			}
		}
		return ""
	})
	check(t, s)
	if pins := s.Pins(); pins != 0 {
		t.Errorf("%d pins are left", pins)
	}
}

// TestVersionIsNeverNewerThanTheObjects reads the version first.
func TestVersionIsNeverNewerThanTheObjects(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		write := func(round int) {
			obj := versioned(round)
			s.Transaction(put("a", obj), put("b", obj), put("c", obj))
			s.Update("a", versioned(round))
		}
		write(0)
		beside(t, 2_000, write, func() string {
			var rv int
			_, _ = fmt.Sscan(s.LastStoreSyncResourceVersion(), &rv)
			for _, key := range []string{"c", "b", "a"} {
				if obj, _ := s.Get(key); obj.(*object).n < rv {
					return fmt.Sprintf("version %d, but %s is of %d", rv, key, obj.(*object).n)
				}
			}
			return ""
		})
	})
}

// TestTransactionsOfTheSameShardsDoNotDeadlock names them in opposite orders.
func TestTransactionsOfTheSameShardsDoNotDeadlock(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		var writers sync.WaitGroup
		for w := range 4 {
			writers.Go(func() {
				for range 500 {
					var entries []cache.ThreadSafeStoreTransaction
					for i := range 30 {
						entries = append(entries, put(key(i), &thing{n: w}))
					}
					if w%2 == 0 {
						slices.Reverse(entries)
					}
					s.Transaction(entries...)
				}
			})
		}
		writers.Wait()
		check(t, s)
	})
}
