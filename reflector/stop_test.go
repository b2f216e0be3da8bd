package reflector_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

// hangingList answers when its context ends, or, if deaf, when released.
func hangingList(release <-chan struct{}, deaf bool) listAnswers {
	return listAnswers{func(ctx context.Context, _ metav1.ListOptions) (runtime.Object, error) {
		if deaf {
			<-release
			return newList("7", ""), nil
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
}

func hangingWatch(release <-chan struct{}, deaf bool, late *stream) watchAnswers {
	return watchAnswers{func(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
		if deaf {
			<-release
			return late, nil
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
}

// antrea-io/antrea#8123
func TestStopWithinASecondInEveryState(t *testing.T) {
	list := listAnswers{listOf("7", "")}
	for name, c := range map[string]struct {
		mode  reflector.ListMode
		state reflector.State
		make  func(release <-chan struct{}, late *stream) *script
	}{
		"listing": {reflector.ListPaged, reflector.Listing, func(release <-chan struct{}, late *stream) *script {
			return &script{lists: hangingList(release, false)}
		}},
		"listing, deaf": {reflector.ListPaged, reflector.Listing, func(release <-chan struct{}, late *stream) *script {
			return &script{lists: hangingList(release, true)}
		}},
		"asking for a stream": {reflector.ListStream, reflector.Streaming, func(release <-chan struct{}, late *stream) *script {
			return &script{streams: hangingWatch(release, false, late)}
		}},
		"asking for a stream, deaf": {reflector.ListStream, reflector.Streaming, func(release <-chan struct{}, late *stream) *script {
			return &script{streams: hangingWatch(release, true, late)}
		}},
		"streaming": {reflector.ListStream, reflector.Streaming, func(<-chan struct{}, *stream) *script {
			return &script{streams: watchAnswers{keepsOpen(added("a", "1"))}}
		}},
		"pausing before a stream": {reflector.ListStream, reflector.Pausing, func(<-chan struct{}, *stream) *script {
			return &script{streams: watchAnswers{watchError(tooMany())}}
		}},
		"connecting": {reflector.ListPaged, reflector.Connecting, func(release <-chan struct{}, late *stream) *script {
			return &script{lists: list, watches: hangingWatch(release, false, late)}
		}},
		"connecting, deaf": {reflector.ListPaged, reflector.Connecting, func(release <-chan struct{}, late *stream) *script {
			return &script{lists: list, watches: hangingWatch(release, true, late)}
		}},
		"watching": {reflector.ListPaged, reflector.Watching, func(<-chan struct{}, *stream) *script {
			return &script{lists: list, watches: watchAnswers{keepsOpen()}}
		}},
		"pausing before a watch": {reflector.ListPaged, reflector.Pausing, func(<-chan struct{}, *stream) *script {
			return &script{lists: list, watches: watchAnswers{watchError(tooMany())}}
		}},
		"pausing before a list": {reflector.ListPaged, reflector.Pausing, func(<-chan struct{}, *stream) *script {
			return &script{lists: listAnswers{listError(errors.New("no"))}}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				release, late := make(chan struct{}), newStream()
				r := over.start(t, c.make(release, late), reflector.Options{ListMode: c.mode})
				r.wantState(c.state)
				before := len(r.heard())
				r.stopWithin(time.Second)
				if heard := r.heard(); len(heard) != before {
					t.Errorf("the stop was reported as %v", heard[before:])
				}

				// A source that ignored its context answers at last: what it
				// brings is stopped, and nothing of it reaches the store.
				told := len(r.store.history())
				close(release)
				synctest.Wait()
				if n := r.source.leftOpen(); n > 0 {
					t.Errorf("%d late streams left open", n)
				}
				if got := r.store.history(); len(got) != told {
					t.Errorf("the store was told %v after the stop", got[told:])
				}
			})
		})
	}
}

func TestStopDuringAnEndlessBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &stream{events: make(chan watch.Event), stopped: make(chan struct{})}
		go func() {
			for {
				select {
				case st.events <- modified("hot", "9"):
				case <-st.stopped:
					return
				}
			}
		}()
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
		ctx, cancel := context.WithCancel(t.Context())
		store := newRecorder()
		n := 0
		store.entered = func(verb string) {
			if n++; n == 1000 {
				cancel()
			}
		}
		reflector.New(s, store, paged()).Run(ctx)
		if n > 1000+64 {
			t.Errorf("%d events were passed on after the stop", n-1000)
		}
	})
}

func TestRunWithACancelledContextAsksForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		s := &script{}
		reflector.New(s, newRecorder(), reflector.Options{}).Run(ctx)
		if got := s.log(); len(got) != 0 {
			t.Errorf("requests are %v", got)
		}
	})
}

func TestSecondRunReturnsAndALaterOneGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listOf("7", ""), listOf("9", "")}, watches: watchAnswers{keepsOpen()}}
		r := start(t, s, paged())
		r.Run(t.Context())
		r.wantRequests(`list "0" limit=500`, `watch "7"`)
		r.stopWithin(time.Second)
		stop := runUntilStopped(t, r.Reflector)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "9"`)
		stop()
	})
}

// A store panics when an index function fails, as designed; the connection is
// not left open behind it.
func TestPanicOfTheStoreClosesTheStream(t *testing.T) {
	for name, s := range map[string]func() *script{
		"watching": func() *script {
			return &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen(added("a", "8"))}}
		},
		"streaming": func() *script { return &script{streams: watchAnswers{keepsOpen(added("a", "8"), endMarker("8"))}} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source, store := s(), newRecorder()
				o := reflector.Options{}
				panicsOn := "replace"
				if name == "watching" {
					o, panicsOn = paged(), "add"
				}
				store.entered = func(verb string) {
					if verb == panicsOn {
						panic("index function failed")
					}
				}
				defer func() {
					if recover() == nil {
						t.Error("the panic did not surface")
					}
					if n := source.leftOpen(); n > 0 {
						t.Errorf("%d streams left open", n)
					}
				}()
				reflector.New(source, store, o).Run(t.Context())
			})
		})
	}
}
