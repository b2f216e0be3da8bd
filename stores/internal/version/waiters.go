package version

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/util/resourceversion"
)

// Waiters are the goroutines that wait for a store to catch up. The zero value has
// none and is ready to use.
type Waiters struct {
	// count is how many are waiting. Notify reads it without mu, so that a write to
	// a store that nobody waits for pays one load.
	count   atomic.Int64
	mu      sync.Mutex
	changed chan struct{} // guarded by mu; made by the first who waits, closed by the next Notify
}

// Notify wakes the waiters. A store calls it after each change of its version has
// become visible, holding no lock that its readers take.
//
// No wake-up is lost: a waiter counts itself in before it reads the version, and the
// store makes the version visible before it reads the count. Whichever comes
// first in the one order of these atomic operations, either the waiter
// reads the new version or the store sees the waiter.
func (w *Waiters) Notify() {
	if w.count.Load() == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed != nil {
		close(w.changed)
		w.changed = nil
	}
}

// Wait is stores.VersionWaiter's WaitForVersion for a store whose version current returns.
func (w *Waiters) Wait(ctx context.Context, want string, current func() string) error {
	if _, err := resourceversion.CompareResourceVersion(want, want); err != nil {
		return fmt.Errorf("cannot wait for resource version %q: %w", want, err)
	}
	w.count.Add(1)
	defer w.count.Add(-1)
	for ended := false; ; {
		changed := w.subscribe() // before the version is read, so that a change after it closes the channel
		have := current()
		if reached, err := reached(have, want); reached || err != nil {
			return err
		}
		if ended {
			return fmt.Errorf("the store is at resource version %q, not yet at %q: %w", have, want, context.Cause(ctx))
		}
		select {
		case <-changed:
		case <-ctx.Done():
			ended = true // one more look: of two ready cases a select takes either
		}
	}
}

func (w *Waiters) subscribe() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.changed == nil {
		w.changed = make(chan struct{})
	}
	return w.changed
}

// reached tells whether have is at least want. A store that has seen nothing is at
// "", or at "0" after an empty first list, and has reached nothing.
func reached(have, want string) (bool, error) {
	if have == "" || have == "0" {
		return false, nil
	}
	order, err := resourceversion.CompareResourceVersion(have, want)
	if err != nil {
		return false, fmt.Errorf("the store is at resource version %q, which cannot be compared with %q: %w", have, want, err)
	}
	return order >= 0, nil
}
