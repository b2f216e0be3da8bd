package fifo_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// txnStore counts transactions, and may look at the handler during one.
type txnStore struct {
	cache.Indexer
	calls  int
	during func()
}

func (s *txnStore) Transaction(txns ...cache.Transaction) *cache.TransactionError {
	s.calls++
	if s.during != nil {
		s.during()
	}
	return s.Indexer.(cache.TransactionStore).Transaction(txns...)
}

var mixedBatch = []cache.Delta{
	{Type: cache.Updated, Object: object("a", 2)},
	{Type: cache.Added, Object: object("b", 3)},
	{Type: cache.Deleted, Object: object("c", 4)},
	{Type: cache.Sync, Object: object("d", 1)},
}

func TestProcessBatchIsOneTransactionAndThenTells(t *testing.T) {
	p, handler := newProcessor(object("a", 1), object("c", 1), object("d", 1))
	store := &txnStore{Indexer: p.State.(cache.Indexer), during: func() { handler.want(t) }}
	p.State = store
	must(t, p.ProcessBatch(mixedBatch, true))
	if store.calls != 1 {
		t.Errorf("%d transactions", store.calls)
	}
	handler.want(t, "update a@1 a@2", "add b@3 *", "delete c@4", "update d@1 d@1")
}

func TestProcessBatchWithoutTransactionsGoesOneByOne(t *testing.T) {
	p, handler := newProcessor(object("a", 1), object("c", 1), object("d", 1))
	p.State = struct{ cache.Store }{p.State}
	must(t, p.ProcessBatch(mixedBatch, false))
	handler.want(t, "update a@1 a@2", "add b@3", "delete c@4", "update d@1 d@1")
}

func TestProcessBatchTellsOnlyWhatWasApplied(t *testing.T) {
	p, handler := newProcessor(object("a", 1))
	err := p.ProcessBatch([]cache.Delta{
		{Type: cache.Updated, Object: object("a", 2)},
		{Type: cache.Added, Object: "no key"},
		{Type: cache.Added, Object: object("b", 3)},
	}, false)
	var failed cache.KeyError
	if !errors.As(err, &failed) {
		t.Errorf("returned %v", err)
	}
	handler.want(t, "update a@1 a@2", "add b@3")
}

// unsupported is a store that only looks as if it had transactions.
type unsupported struct{ cache.Store }

func (unsupported) Transaction(txns ...cache.Transaction) *cache.TransactionError {
	return &cache.TransactionError{TotalTransactions: len(txns), Errors: []error{errors.New("not supported")}}
}

func TestProcessBatchLosesNothingWhenTransactionsAreUnsupported(t *testing.T) {
	p, handler := newProcessor()
	p.State = unsupported{p.State}
	must(t, p.ProcessBatch([]cache.Delta{
		{Type: cache.Added, Object: object("a", 1)},
		{Type: cache.Added, Object: object("b", 2)},
	}, false))
	handler.want(t, "add a@1", "add b@2")
	if p.ProcessBatch([]cache.Delta{{Type: cache.Added, Object: "no key"}}, false) == nil {
		t.Error("no error for a batch of which nothing can be applied")
	}
}

// A foreign queue may put anything into a batch; the order counts.
func TestProcessBatchWithAListGoesOneByOne(t *testing.T) {
	p, handler := newProcessor(object("a", 1))
	must(t, p.ProcessBatch([]cache.Delta{
		{Type: cache.Updated, Object: object("a", 2)},
		replacedAll(object("b", 3))[0],
		{Type: cache.Added, Object: object("c", 4)},
	}, false))
	handler.want(t, "update a@1 a@2", "delete †a@2", "add b@3", "add c@4")
}

func TestProcessBatchAllocatesNothingOfItsOwn(t *testing.T) {
	p := &fifo.Processor{Handler: cache.ResourceEventHandlerFuncs{}, State: nothing{newState()}}
	got := testing.AllocsPerRun(100, func() { _ = p.ProcessBatch(mixedBatch, false) })
	if got != 0 {
		t.Errorf("%v allocations for a batch", got)
	}
}

// nothing is a store that allocates nothing.
type nothing struct{ cache.Store }

func (nothing) GetByKey(string) (any, bool, error)                       { return nil, false, nil }
func (nothing) Transaction(...cache.Transaction) *cache.TransactionError { return nil }

// The buffers of the last batch keep no object, old or new, also after a panic.
func TestProcessBatchKeepsNoObject(t *testing.T) {
	p, _ := newProcessor()
	var panics bool
	p.Handler = cache.ResourceEventHandlerFuncs{UpdateFunc: func(any, any) {
		if panics {
			panic("handler")
		}
	}}
	for _, panics = range []bool{false, true} {
		if !collected(processWatched(p)) {
			t.Error("the processor keeps the object")
		}
	}
	runtime.KeepAlive(p)
}

// collected collects until the channel is closed, or gives up: one collection may find a pointer in a register that
// nobody uses any more.
func collected(gone <-chan struct{}) bool {
	for begin := time.Now(); time.Since(begin) < 20*time.Second; { // guards against a hang only
		runtime.GC()
		select {
		case <-gone:
			return true
		case <-time.After(time.Millisecond): // the cleanup runs on a goroutine of its own
		}
	}
	return false
}

// processWatched stores an object, replaces it in a batch, and returns a channel
// that is closed when the object is collected.
//
//go:noinline
func processWatched(p *fifo.Processor) (released <-chan struct{}) {
	gone := make(chan struct{})
	released = gone // also when the handler panics
	old := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "target"}}
	runtime.AddCleanup(old, func(gone chan struct{}) { close(gone) }, gone)
	_ = p.State.Add(old)
	defer func() { _ = recover() }()
	_ = p.ProcessBatch([]cache.Delta{
		{Type: cache.Updated, Object: object("target", 2)},
		{Type: cache.Added, Object: object("other", 3)},
	}, false)
	return released
}
