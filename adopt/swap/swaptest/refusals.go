package swaptest

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/swap"
	"informerbench/stores"
	"informerbench/stores/clientgo"
	"informerbench/stores/rwmutex"
)

// Refusals proves that swap.Store changes nothing where it must not.
func Refusals(t *testing.T) {
	t.Run("started", func(t *testing.T) { synctest.Test(t, refusesStarted) })
	t.Run("not empty", refusesFilled)
	t.Run("not client-go's informer", refusesForeignInformer)
	t.Run("not client-go's indexer", refusesForeignIndexer)
	t.Run("constructor that returns nothing", refusesNothing)
	t.Run("constructor that loses indexes", refusesLostIndexes)
	t.Run("twice is fine while it is empty", allowsTwice)
}

// refused demands an error of that kind that says what to do, and that the informer still
// has the store that it had.
func refused(t *testing.T, informer cache.SharedIndexInformer, newStore stores.Constructor, want error, advice string) {
	t.Helper()
	before := storeInside(t, informer)
	store, err := swap.Store(informer, newStore)
	if err == nil || store != nil || (want != nil && !errors.Is(err, want)) || !strings.Contains(err.Error(), advice) {
		t.Errorf("swap.Store returned %T and the error %v; want an error that is %v and says %q", store, err, want, advice)
	}
	if storeInside(t, informer) != before {
		t.Error("the refused call has changed the store")
	}
}

func refusesStarted(t *testing.T) {
	for _, from := range origins {
		o := from.make()
		ctx, cancel := context.WithCancel(t.Context())
		o.start(ctx)
		synctest.Wait()
		refused(t, o.informer, rwmutex.New, swap.ErrStarted, "before")
		cancel()
		o.shutdown()
		refused(t, o.informer, rwmutex.New, swap.ErrStarted, "before")
	}
}

func refusesFilled(t *testing.T) {
	for _, from := range origins {
		o := from.make()
		must(t, o.informer.GetIndexer().Add(o.shape(configMap("a", 1, "red"))))
		refused(t, o.informer, rwmutex.New, swap.ErrNotEmpty, "1 objects")
		must(t, o.informer.GetIndexer().Delete(o.shape(configMap("a", 2, "red"))))
		refused(t, o.informer, rwmutex.New, swap.ErrNotEmpty, "0 objects") // it has seen a version
	}
}

// foreign is an informer of somebody else's.
type foreign struct{ cache.SharedIndexInformer }

func refusesForeignInformer(t *testing.T) {
	inner := bare().informer
	for _, informer := range []cache.SharedIndexInformer{
		nil, foreign{inner}, &foreign{inner}, (*foreign)(nil),
	} {
		if _, err := swap.Store(informer, rwmutex.New); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "WithStore") {
			t.Errorf("%T: got the error %v", informer, err)
		}
	}
}

// refusesForeignIndexer needs an informer of client-go's with somebody else's indexer,
// which only a second tool that reaches into it can make; here the test is that tool.
func refusesForeignIndexer(t *testing.T) {
	o := bare()
	replaceIndexer(t, o.informer, struct{ cache.Indexer }{o.informer.GetIndexer()})
	if _, err := swap.Store(o.informer, rwmutex.New); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "already") {
		t.Errorf("got the error %v", err)
	}
}

func refusesNothing(t *testing.T) {
	o := bare()
	refused(t, o.informer, nil, nil, "mvcc.New")
	refused(t, o.informer, func(cache.Indexers) stores.Store { return nil }, nil, "nil")
}

func refusesLostIndexes(t *testing.T) {
	o := bare()
	refused(t, o.informer, func(cache.Indexers) stores.Store { return rwmutex.New(nil) }, nil, "indexers")
}

func allowsTwice(t *testing.T) {
	o := bare()
	for _, newStore := range []stores.Constructor{rwmutex.New, clientgo.New, rwmutex.New} {
		store, err := swap.Store(o.informer, newStore)
		must(t, err)
		if reflect.TypeOf(store) != reflect.TypeOf(newStore(nil)) || len(store.GetIndexers()) != 1 {
			t.Errorf("got a %T with the indexers %v", store, store.GetIndexers())
		}
	}
}
