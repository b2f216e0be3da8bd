package version_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"informerbench/stores/internal/version"
)

// clock is the version part of a store.
type clock struct {
	version atomic.Pointer[string]
	waiters version.Waiters
}

func (c *clock) current() string {
	if v := c.version.Load(); v != nil {
		return *v
	}
	return ""
}

func (c *clock) set(v string) {
	c.version.Store(&v)
	c.waiters.Notify()
}

func (c *clock) wait(ctx context.Context, v string) error { return c.waiters.Wait(ctx, v, c.current) }

func TestWaitReturnsAtOnceForWhatIsReached(t *testing.T) {
	var c clock
	c.set("10")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, v := range []string{"1", "9", "10"} { // by number: as text, 9 is above 10
		if err := c.wait(ended, v); err != nil {
			t.Errorf("waiting for %s at 10: %v", v, err)
		}
	}
}

func TestWaitWaitsForTheVersionAndNotForEveryChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c clock
		returned := make(chan error, 1)
		go func() { returned <- c.wait(t.Context(), "100") }()
		for _, v := range []string{"", "0", "9", "99"} { // nothing seen yet, then not enough
			c.set(v)
			synctest.Wait()
			if len(returned) > 0 {
				t.Fatalf("at %q it returned %v", v, <-returned)
			}
		}
		c.set("101") // 100 is passed over
		synctest.Wait()
		select {
		case err := <-returned:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Fatal("it still waits at 101")
		}
	})
}

func TestWaitersOfOneVersionAreAllWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c clock
		var woken atomic.Int64
		for i := range 20 {
			go func() {
				if err := c.wait(t.Context(), strconv.Itoa(1+i/10)); err != nil {
					t.Error(err)
				}
				woken.Add(1)
			}()
		}
		for v, want := range []int64{0, 10, 20} {
			c.set(strconv.Itoa(v))
			synctest.Wait()
			if woken.Load() != want {
				t.Fatalf("%d are woken at %d, want %d", woken.Load(), v, want)
			}
		}
	})
}

func TestEndOfTheContextIsNamedWithBothVersions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c clock
		c.set("5")
		cause := errors.New("no patience")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, cause)
		defer cancel()
		begin := time.Now()
		err := c.wait(ctx, "6")
		if !errors.Is(err, cause) || !strings.Contains(err.Error(), `"5"`) || !strings.Contains(err.Error(), `"6"`) {
			t.Errorf("Wait returned %v", err)
		}
		if waited := time.Since(begin); waited != time.Minute {
			t.Errorf("it waited %v", waited)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if err := c.wait(cancelled, "6"); !errors.Is(err, context.Canceled) {
			t.Errorf("Wait returned %v", err)
		}
	})
}

// A version that comes at the very moment at which the context ends was reached.
func TestReachedVersionBeatsTheEndOfTheContext(t *testing.T) {
	for range 100 { // a select of two ready cases would take either
		synctest.Test(t, func(t *testing.T) {
			var c clock
			ctx, cancel := context.WithCancel(t.Context())
			returned := make(chan error, 1)
			go func() { returned <- c.wait(ctx, "1") }()
			synctest.Wait()
			one := "1"
			c.version.Store(&one)
			cancel()
			c.waiters.Notify()
			if err := <-returned; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestMalformedVersionsAreErrorsAtOnce(t *testing.T) {
	var c clock
	c.set("5")
	for _, v := range []string{"", "0", "abc-1", "-1", "007", "5 "} {
		if err := c.wait(t.Context(), v); err == nil || !strings.Contains(err.Error(), strconv.Quote(v)) {
			t.Errorf("waiting for %q: %v", v, err)
		}
	}
	c.set("abc-1")
	if err := c.wait(t.Context(), "5"); err == nil || !strings.Contains(err.Error(), `"abc-1"`) {
		t.Errorf("a store at abc-1: %v", err)
	}
}

// A store that becomes incomparable while somebody waits does not leave them waiting.
func TestMalformedVersionOfTheStoreEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c clock
		returned := make(chan error, 1)
		go func() { returned <- c.wait(t.Context(), "5") }()
		synctest.Wait()
		c.set("abc-1")
		if err := <-returned; err == nil {
			t.Error("5 counts as reached at abc-1")
		}
	})
}

// The narrow moment, made certain: the version changes after the waiter has read it and
// before it sleeps. A waiter that were not counted, or had not subscribed, by then
// would sleep for ever, which a bubble reports as a deadlock.
func TestChangeBetweenReadingAndSleepingIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c clock
		reads := 0
		current := func() string {
			reads++
			old := c.current()
			if reads <= 3 {
				c.set(strconv.Itoa(reads))
			}
			return old
		}
		if err := c.waiters.Wait(t.Context(), "3", current); err != nil {
			t.Error(err)
		}
		if reads != 4 {
			t.Errorf("the version was read %d times, want once and after each of 3 changes", reads)
		}
	})
}

// Many rounds of a waiter that begins while the version changes: a lost wake-up hangs
// in the round in which it happens, since no other change follows.
func TestNoWakeUpIsLost(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a hang's end
	defer cancel()
	const rounds, waiting = 500, 3
	var c clock
	for round := 1; round <= rounds; round++ {
		v := strconv.Itoa(round)
		var all sync.WaitGroup
		for range waiting {
			all.Go(func() {
				if err := c.wait(ctx, v); err != nil {
					t.Error(err)
				}
			})
		}
		c.set(v)
		all.Wait()
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
}

func TestNotifyingNobodyAllocatesNothing(t *testing.T) {
	var w version.Waiters
	if n := testing.AllocsPerRun(100, w.Notify); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Whoever waited and has gone costs later writes nothing.
func TestFormerWaitersLeaveNothing(t *testing.T) {
	var c clock
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		_ = c.wait(ctx, "1")
	}
	if n := testing.AllocsPerRun(100, c.waiters.Notify); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
