package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

func versionWaitChecks() []check {
	return []check{
		{name: "WaitForVersion returns at once for a version that is reached", verify: waitForReached},
		{name: "WaitForVersion is woken by every kind of write", verify: waitWokenByWrites},
		{name: "no wake-up is lost between many waiters and a fast writer", verify: waitersBesideWriter},
		{name: "WaitForVersion ends with its context", verify: waitEndsWithContext},
		{name: "WaitForVersion refuses versions that cannot be compared", verify: waitRefusesMalformed},
	}
}

// waitable is a new store at a version.
func waitable(s Subject, rv string) (stores.Store, stores.VersionWaiter, error) {
	store := s.New(only("single"))
	waiter, err := as[stores.VersionWaiter](store)
	store.Bookmark(rv)
	return store, waiter, err
}

func waitForReached(s Subject) error {
	_, waiter, err := waitable(s, "100")
	if err != nil {
		return err
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, want := range []string{"1", "9", "99", "100"} { // "9" and "99" are greater as texts
		for _, ctx := range []context.Context{context.Background(), ended} {
			if err := waiter.WaitForVersion(ctx, want); err != nil {
				return fmt.Errorf("waiting for %q at 100: %w", want, err)
			}
		}
	}
	return nil
}

// observed is a context that tells when somebody first asks for its end: whoever waits
// does, and has looked at the store before, or looks once more after.
type observed struct {
	context.Context
	once  *sync.Once
	asked chan struct{}
}

func observe(ctx context.Context) observed {
	return observed{ctx, new(sync.Once), make(chan struct{})}
}

func (o observed) Done() <-chan struct{} {
	o.once.Do(func() { close(o.asked) })
	return o.Context.Done()
}

// waiting begins to wait, acts, and returns how the wait ended.
func waiting(waiter stores.VersionWaiter, want string, act func(cancel context.CancelCauseFunc)) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	o := observe(ctx)
	ended := make(chan error, 1)
	go func() { ended <- waiter.WaitForVersion(o, want) }()
	select {
	case <-o.asked:
	case err := <-ended:
		return fmt.Errorf("waiting for %q did not wait, and returned %w", want, orNil(err))
	}
	act(cancel)
	return within(func() error { return <-ended })
}

func orNil(err error) error {
	if err == nil {
		return errors.New("nil")
	}
	return err
}

func waitWokenByWrites(s Subject) error {
	version7 := newObject("ns", "a", "7")
	writes := map[string]func(stores.Store){
		"Add":              func(s stores.Store) { s.Add("ns/a", version7) },
		"Update":           func(s stores.Store) { s.Update("ns/b", version7) },
		"DeleteWithObject": func(s stores.Store) { s.DeleteWithObject("ns/b", version7) },
		"Transaction":      func(s stores.Store) { s.Transaction(put("ns/a", probe), put("ns/a", version7)) },
		"a Transaction that ends with a delete": func(s stores.Store) {
			s.Transaction([]cache.ThreadSafeStoreTransaction{put("ns/a", probe), drop("ns/a", version7)}...)
		},
		"Replace":     func(s stores.Store) { s.Replace(map[string]any{}, "7") },
		"ReplaceList": func(s stores.Store) { replaceList(s, nil, "7") },
		"Bookmark":    func(s stores.Store) { s.Bookmark("7") },
		"a later version": func(s stores.Store) {
			s.Bookmark("5")
			s.Bookmark("10")
		},
	}
	for name, write := range writes {
		for _, from := range []string{"", "0", "6"} {
			store, waiter, err := waitable(s, from)
			if err != nil {
				return err
			}
			if from == "6" {
				store.Add("ns/b", newObject("ns", "b", from))
			}
			err = waiting(waiter, "7", func(context.CancelCauseFunc) { write(store) })
			if err != nil {
				return fmt.Errorf("%s, waited from version %q on: %w", name, from, err)
			}
		}
	}
	return nil
}

// waitersBesideWriter: the writer writes the next version as soon as everybody is about to
// wait for it, so that each wait races with the write that ends it.
func waitersBesideWriter(s Subject) error {
	const waiters = 4
	n := scaled(20_000)
	store, waiter, err := waitable(s, "1")
	if err != nil {
		return err
	}
	var calls, failed, spun atomic.Int64
	jitter := rand.New(rand.NewPCG(1, 1))
	return together(waiters+1, func(i int) error {
		if i == waiters {
			for rv := 2; rv <= n; rv++ {
				for calls.Load() < int64(waiters*(rv-1)) && failed.Load() == 0 {
					runtime.Gosched()
				}
				o := newObject("ns", "a", strconv.Itoa(rv))
				for range jitter.IntN(200) { // so that the two meet at every place
					spun.Add(1)
				}
				store.Update("ns/a", o)
			}
			return nil
		}
		for rv := 2; rv <= n; rv++ {
			calls.Add(1)
			if err := waitAndRead(store, waiter, rv); err != nil {
				failed.Store(1)
				return err
			}
		}
		return nil
	})
}

// waitAndRead waits for a version, and then reads the write that has it.
func waitAndRead(store stores.Store, waiter stores.VersionWaiter, want int) error {
	if err := waiter.WaitForVersion(context.Background(), strconv.Itoa(want)); err != nil {
		return err
	}
	obj, _ := store.Get("ns/a")
	o, ok := obj.(*object)
	if !ok {
		return fmt.Errorf("a Get shows %v after version %d was waited for", obj, want)
	}
	if rv, err := strconv.Atoi(o.ResourceVersion); err != nil || rv < want {
		return fmt.Errorf("a Get shows version %q after %d was waited for", o.ResourceVersion, want)
	}
	return nil
}

func waitEndsWithContext(s Subject) error {
	_, waiter, err := waitable(s, "4321")
	if err != nil {
		return err
	}
	cause := errors.New("the caller has enough")
	err = waiting(waiter, "8765", func(cancel context.CancelCauseFunc) { cancel(cause) })
	if err := endedBy(err, cause); err != nil {
		return err
	}
	ended, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	return endedBy(waiter.WaitForVersion(ended, "8765"), context.DeadlineExceeded)
}

func endedBy(err, cause error) error {
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "4321") || !strings.Contains(err.Error(), "8765") {
		return fmt.Errorf("a wait from 4321 to 8765 that %q ended returned %w", cause, orNil(err))
	}
	return nil
}

func waitRefusesMalformed(s Subject) error {
	store, waiter, err := waitable(s, "100")
	if err != nil {
		return err
	}
	for _, want := range []string{"", "0", "abc", "01", "-1", " 1", "1.0", "1e3"} {
		if err := waiter.WaitForVersion(context.Background(), want); err == nil {
			return fmt.Errorf("waiting for %q is no error", want)
		}
	}
	store.Bookmark("abc")
	if err := waiter.WaitForVersion(context.Background(), "5"); err == nil || !strings.Contains(err.Error(), "abc") {
		return fmt.Errorf("waiting in a store at version %q returned %w", "abc", orNil(err))
	}
	store.Bookmark("1")
	err = waiting(waiter, "5", func(context.CancelCauseFunc) { store.Bookmark("abc") })
	if err == nil || !strings.Contains(err.Error(), "abc") {
		return fmt.Errorf("waiting when the store came to version %q returned %w", "abc", orNil(err))
	}
	return nil
}
