package reflector_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/reflector"
)

// inRuns is a source whose lists a test hands over by hand; its watches are a script's.
type inRuns struct {
	*script
	list func(ctx context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error)
}

func (s inRuns) ListItems(ctx context.Context, o metav1.ListOptions, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
	s.note("list", o)
	return s.list(ctx, visit)
}

// startRuns runs a reflector over it.
func startRuns(t *testing.T, s inRuns, store *recorder, o reflector.Options) *rig {
	t.Helper()
	o.ListMode = reflector.ListPaged
	return over{name: "runs", connect: connectTo(s)}.startWith(t, s.script, store, o)
}

func run1(name, version string) []runtime.Object { return []runtime.Object{obj(name, version)} }

// The version comes last; nothing reaches the store before the list is whole.
func TestListInRunsIsHandedOverWhenItIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := make(chan struct{})
		s := inRuns{&script{watches: watchAnswers{keepsOpen()}}, func(_ context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
			for i := range 3 {
				if err := visit(run1(fmt.Sprint("o", i), "1")); err != nil {
					return metav1.ListMeta{}, err
				}
				<-next
			}
			return metav1.ListMeta{ResourceVersion: "7"}, nil
		}}
		r := startRuns(t, s, newRecorder(), reflector.Options{})
		for range 3 {
			r.wantHistory()
			next <- struct{}{}
			synctest.Wait()
		}
		r.wantHistory("replace 3@7")
		r.wantRequests(`list "0" limit=500`, `watch "7"`)
	})
}

// A run is a sign of life; their absence is none.
func TestListInRunsThatFallsSilentIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		s := inRuns{&script{watches: watchAnswers{keepsOpen()}}, func(ctx context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
			calls++
			for i := range 10 {
				time.Sleep(50 * time.Second)
				if err := visit(run1(fmt.Sprint(calls, i), "1")); err != nil {
					return metav1.ListMeta{}, err
				}
			}
			if calls == 1 {
				<-ctx.Done() // with half a list
				return metav1.ListMeta{}, ctx.Err()
			}
			return metav1.ListMeta{ResourceVersion: "7"}, nil
		}}
		r := startRuns(t, s, newRecorder(), reflector.Options{ListTimeout: time.Minute})
		settle(20 * time.Minute)
		r.wantHistory("replace 10@7")
		if heard := r.heard(); len(heard) != 1 {
			t.Errorf("the error handler heard %v", heard)
		}
	})
}

// A request that was left behind cannot touch anything, however late its next run is.
func TestRunsOfAnAbandonedListAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late, done := make(chan struct{}), make(chan error, 1)
		var transformed atomic.Int64
		store := &early{transforming{newRecorder(), func(o any) (any, error) { transformed.Add(1); return o, nil }}}
		s := inRuns{&script{}, func(_ context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
			err := visit(run1("a", "1"))
			<-late // deaf
			if err == nil {
				err = visit(run1("b", "2"))
			}
			done <- err
			return metav1.ListMeta{ResourceVersion: "7"}, err
		}}
		r := reflector.New(s, store, paged())
		stop := runUntilStopped(t, r)
		stop()
		before := transformed.Load()
		close(late)
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("the late run was answered with %v", err)
		}
		if got := transformed.Load(); before != 1 || got != before {
			t.Errorf("%d objects were transformed before the stop and %d after it", before, got-before)
		}
		if got := store.history(); len(got) != 0 {
			t.Errorf("the store was told %v", got)
		}
	})
}

// kubernetes/kubernetes#124337
func TestTransformThatFailsEndsAListInRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := errors.New("cannot transform")
		var fails atomic.Bool
		fails.Store(true)
		store := &early{transforming{newRecorder(), func(o any) (any, error) {
			if k, _ := keyAndVersion(o); k == "ns/b" && fails.Load() {
				return nil, bad
			}
			return o, nil
		}}}
		var answers []error
		s := inRuns{&script{watches: watchAnswers{keepsOpen()}}, func(_ context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
			for _, name := range []string{"a", "b", "c"} {
				err := visit(run1(name, "1"))
				answers = append(answers, err)
				if err != nil {
					return metav1.ListMeta{}, err
				}
			}
			return metav1.ListMeta{ResourceVersion: "7"}, nil
		}}
		var heard []error
		o := paged()
		o.WatchErrorHandler = func(_ context.Context, err error) { heard = append(heard, err) }
		r := reflector.New(s, store, o)
		stop := runUntilStopped(t, r)
		if len(heard) != 1 || !errors.Is(heard[0], bad) || len(answers) != 2 {
			t.Errorf("heard of %v after %v", heard, answers)
		}
		if got := r.Stats(); got.StoreFailures != 1 || got.Relists[reflector.ReasonStore] != 1 {
			t.Errorf("stats are %+v", got)
		}
		fails.Store(false)
		settle(time.Minute)
		if got := store.history(); !slices.Equal(got, []string{"replace 3@7"}) {
			t.Errorf("the store was told %v", got)
		}
		stop()
	})
}

// The panic surfaces on the goroutine of Run, and the request does not stay behind.
func TestPanicOfATransformEndsAListInRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		s := inRuns{&script{}, func(ctx context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
			err := visit(run1("a", "1"))
			<-ctx.Done()
			ended <- err
			return metav1.ListMeta{}, err
		}}
		store := &early{transforming{newRecorder(), func(any) (any, error) { panic("boom") }}}
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != "boom" {
					t.Errorf("Run panicked with %q", got)
				}
			}()
			reflector.New(s, store, paged()).Run(t.Context())
		}()
		if err := <-ended; err == nil {
			t.Error("the source was told that all is well")
		}
	})
}

// Items of another kind are left out wherever they come from.
func TestUnexpectedItemsOfRunsAreSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := inRuns{&script{watches: watchAnswers{keepsOpen()}}, func(_ context.Context, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
			err := visit([]runtime.Object{obj("a", "1"), &metav1.Status{}, nil, obj("b", "2")})
			return metav1.ListMeta{ResourceVersion: "7"}, err
		}}
		before := handled.Load()
		r := startRuns(t, s, newRecorder(), reflector.Options{ExpectedType: &metav1.PartialObjectMetadata{}})
		r.wantContent(map[string]string{"ns/a": "1", "ns/b": "2"})
		if got := r.Stats().Skipped; got != 2 || handled.Load()-before != 1 {
			t.Errorf("%d skipped with %d lines in the log", got, handled.Load()-before)
		}
	})
}
