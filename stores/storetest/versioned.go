package storetest

import (
	"context"
	"fmt"
	"strconv"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

func versionedChecks() []check {
	return []check{
		{name: "TransactionAt is a Transaction that sets its own version", verify: transactionsAt},
		{name: "TransactionAt shows its content and its version as one", verify: readersBesideTransactionsAt},
		{name: "TransactionAt wakes who waits for its version, who then sees its content", verify: waitersBesideTransactionsAt},
	}
}

// transactAt is TransactionAt, or for a store without it what it is to one who does not look in
// between. It reuses the slice after the call, as callers may.
func transactAt(store stores.Store, rv string, entries []cache.ThreadSafeStoreTransaction) {
	entries = append([]cache.ThreadSafeStoreTransaction(nil), entries...)
	if versioned, ok := store.(stores.VersionedTransactor); ok {
		versioned.TransactionAt(rv, entries...)
	} else {
		store.Transaction(entries...)
		store.Bookmark(rv)
	}
	for i := range entries {
		entries[i] = put("reused", "reused")
	}
}

func transactionsAt(s Subject) error {
	a1, a2, b := newObject("n1", "a", "100"), newObject("n2", "a", "200"), newObject("n1", "b", "300")
	at := func(rv string, entries ...cache.ThreadSafeStoreTransaction) op {
		return op{kind: opTransactionAt, rv: rv, entries: entries}
	}
	return needing[stores.VersionedTransactor](s, func() error {
		return play(s, only("single", "constant", "commas"),
			at("7", put("ns/a", a1), put("ns/b", b)),
			at("8", drop("ns/b", b), put("ns/a", a2)),
			op{kind: opSnapshot},
			at("9"),
			at("10", put("ns/c", a1), drop("ns/c", a1), put("ns/c", a2), put("ns/a", b), drop("ns/a", b), drop("ns/x", b)),
			op{kind: opSnapshot},
			at("3", entry("Bogus", "ns/a", a2), put("ns/b", "text"), put("ns/n", nil)),
			at("", drop("ns/b", nil)),
			op{kind: opUpdate, key: "ns/a", object: a1},
			at("abc-1", drop("ns/a", a1), drop("ns/c", nil), drop("ns/n", nil)))
	})
}

// commitAt is commit by a TransactionAt whose objects all have other versions than it, its
// last one above all.
func commitAt(store stores.VersionedTransactor, generation int) {
	rv, ghost := strconv.Itoa(generation), newObject("ghost", "ghost", "1000000")
	entries := append(make([]cache.ThreadSafeStoreTransaction, 0, members+visitors+2), put("ghost", ghost))
	for i := range members {
		entries = append(entries, put(memberKey(i), member(i, generation)))
	}
	for i := range visitors {
		if generation%2 == 1 {
			entries = append(entries, put(visitorKey(i), visitor(i, generation)))
		} else {
			entries = append(entries, drop(visitorKey(i), nil))
		}
	}
	store.TransactionAt(rv, append(entries, drop("ghost", ghost))...)
}

// besideCommitsAt runs read beside n generations.
func besideCommitsAt(s Subject, n int, read func(store stores.Store, w *window) error) error {
	store := s.New(only("single", "constant"))
	versioned, err := as[stores.VersionedTransactor](store)
	if err != nil {
		return err
	}
	store.Replace(allItems(0), "0")
	var w window
	return beside(3, scaled(n), func(generation int) {
		w.write(generation, func() { commitAt(versioned, generation) })
	}, func(int) error { return read(store, &w) })
}

func readersBesideTransactionsAt(s Subject) error {
	return besideCommitsAt(s, 6000, func(store stores.Store, w *window) error {
		if err := getsBesideVersion(store, w); err != nil {
			return err
		}
		if snapshotter, ok := store.(stores.Snapshotter); ok {
			return snapshotOfItsVersion(snapshotter.Snapshot())
		}
		return nil
	})
}

// snapshotOfItsVersion: the content of a snapshot is that of the generation which its version
// names.
func snapshotOfItsVersion(snapshot stores.Snapshot) error {
	defer snapshot.Close()
	generation, err := strconv.Atoi(snapshot.ResourceVersion())
	if err != nil {
		return err
	}
	seen, err := sight(snapshot.List())
	if err != nil {
		return err
	}
	if err := seen.whole(generation, generation); err != nil {
		return fmt.Errorf("a snapshot of version %d: %w", generation, err)
	}
	return nil
}

// waitersBesideTransactionsAt: each reader waits for the next generation over and over.
func waitersBesideTransactionsAt(s Subject) error {
	store := s.New(only("single"))
	versioned, err := as[stores.VersionedTransactor](store)
	if err != nil {
		return err
	}
	waiter, err := as[stores.VersionWaiter](store)
	if err != nil {
		return err
	}
	store.Replace(allItems(0), "0")
	const readers = 2
	n := scaled(2000)
	return together(readers+1, func(i int) error {
		for generation := 1; generation <= n; generation++ {
			if i == readers {
				commitAt(versioned, generation)
				continue
			}
			if err := waiter.WaitForVersion(context.Background(), strconv.Itoa(generation)); err != nil {
				return err
			}
			if err := memberNotBefore(store, generation%members, generation); err != nil {
				return err
			}
		}
		return nil
	})
}

func memberNotBefore(store stores.Store, i, generation int) error {
	obj, exists := store.Get(memberKey(i))
	if o, ok := obj.(*object); !exists || !ok || o.generation < generation {
		return fmt.Errorf("a Get shows %v, %v after generation %d was seen", obj, exists, generation)
	}
	return nil
}
