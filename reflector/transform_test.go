package reflector_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/reflector"
)

// transforming is a queue's face: it transforms what it is given.
type transforming struct {
	*recorder
	transform cache.TransformFunc
}

func (s *transforming) Transformer() cache.TransformFunc { return s.transform }

func (s *transforming) Replace(items []any, version string) error {
	for i := range items {
		var err error
		if items[i], err = s.transform(items[i]); err != nil {
			return err
		}
	}
	return s.recorder.Replace(items, version)
}

// early also takes a list that is transformed already.
type early struct{ transforming }

func (s *early) ReplaceTransformed(items []any, version string) error {
	return s.recorder.Replace(items, version)
}

var _ reflector.TransformedStore = (*early)(nil)

// kubernetes/kubernetes#124337
func TestEachObjectOfAStreamIsTransformedOnce(t *testing.T) {
	for name, wrap := range map[string]func(transforming) cache.ReflectorStore{
		"by the store":     func(s transforming) cache.ReflectorStore { return &s },
		"by the reflector": func(s transforming) cache.ReflectorStore { return &early{s} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := map[string]int{}
				store := transforming{newRecorder(), func(o any) (any, error) {
					k, _ := keyAndVersion(o)
					calls[k]++
					return o, nil
				}}
				s := &script{streams: watchAnswers{keepsOpen(added("a", "1"), added("b", "2"), endMarker("2"))}}
				runUntilStopped(t, reflector.New(s, wrap(store), reflector.Options{}))()
				if want := map[string]int{"ns/a": 1, "ns/b": 1}; !maps.Equal(calls, want) {
					t.Errorf("transformed %v, want %v", calls, want)
				}
				if got := store.content(); len(got) != 2 {
					t.Errorf("the store holds %v", got)
				}
			})
		})
	}
}

// kubernetes/kubernetes#124337
func TestTransformThatFailsIsHeardOfAndLeavesNoHole(t *testing.T) {
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
		var heard []error
		s := &script{streams: watchAnswers{keepsOpen(added("a", "1"), added("b", "2"), added("c", "3"), endMarker("3"))}}
		s.streams = append(s.streams, s.streams[0])
		r := reflector.New(s, store, reflector.Options{WatchErrorHandler: func(_ context.Context, err error) { heard = append(heard, err) }})
		stop := runUntilStopped(t, r)
		if len(heard) != 1 || !errors.Is(heard[0], bad) {
			t.Errorf("heard of %v", heard)
		}
		if got := store.history(); len(got) != 0 {
			t.Errorf("the store was told %v", got)
		}
		fails.Store(false)
		settle(time.Minute)
		if got := store.history(); !slices.Equal(got, []string{"replace 3@3"}) {
			t.Errorf("the store was told %v", got)
		}
		stop()
	})
}

// A transform may make something of an object that has no name: what changes before the
// end marker finds its place nevertheless.
func TestStreamFindsThePlaceOfObjectsThatTheTransformMadeNameless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []any
		store := &namesOnly{transforming{newRecorder(), func(o any) (any, error) {
			k, v := keyAndVersion(o)
			if k == "ns/nil" {
				return nil, nil
			}
			return k + "@" + v, nil
		}}, &got}
		s := &script{streams: watchAnswers{keepsOpen(
			added("a", "1"), added("nil", "2"), added("b", "3"), added("c", "4"),
			modified("b", "5"), deleted("a", "6"), modified("d", "7"), endMarker("8"))}}
		runUntilStopped(t, reflector.New(s, store, reflector.Options{}))()
		if want := []any{nil, "ns/b@5", "ns/c@4", "ns/d@7"}; !slices.Equal(got, want) {
			t.Errorf("the store got %v, want %v", got, want)
		}
	})
}

// namesOnly keeps what it was given, which the recorder cannot read.
type namesOnly struct {
	transforming
	got *[]any
}

func (s *namesOnly) ReplaceTransformed(items []any, _ string) error {
	*s.got = slices.Clone(items)
	return nil
}
