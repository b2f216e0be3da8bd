package reflector_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

// A connection whose other end has vanished is silent for ever, and looks like one on
// which nothing happens (kubernetes/kubernetes#65012).
func TestWatchThatIsSilentBeyondItsTimeoutIsContinuedByAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen(modified("a", "8")), keepsOpen(modified("a", "9")), keepsOpen()}}
		o := paged()
		o.MinWatchTimeout = time.Minute
		r := start(t, s, o)
		// An event in the first period, so two of 90 s have to pass.
		settle(179 * time.Second)
		r.wantRequests(`list "0" limit=500`, `watch "7"`)
		settle(2 * time.Second)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `watch "8"`)
		r.wantHistory("replace 0@7", "update ns/a@8", "update ns/a@9")
		r.wantRelists(map[reflector.Reason]uint64{})
		if got := r.Stats().SilentWatches; got != 1 {
			t.Errorf("%d silent watches, want 1", got)
		}
		if n := s.leftOpen(); n != 1 {
			t.Errorf("%d streams are open, want 1", n)
		}
	})
}

func TestWatchThatSaysSomethingNowAndThenIsKept(t *testing.T) {
	for name, ev := range map[string]watch.Event{
		"bookmark": bookmark("9"), "event": modified("a", "9"), "what is skipped": {Type: watch.Added, Object: &metav1.Status{}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := newStream()
				s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
				o := paged()
				o.MinWatchTimeout = time.Minute
				r := start(t, s, o)
				for range 20 {
					settle(80 * time.Second)
					st.send(ev)
				}
				r.wantRequests(`list "0" limit=500`, `watch "7"`)
			})
		})
	}
}

func TestStreamThatFallsSilentAsAWatchIsContinued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: watchAnswers{keepsOpen(added("a", "3"), endMarker("7"))}, watches: watchAnswers{keepsOpen()}}
		r := start(t, s, reflector.Options{MinWatchTimeout: time.Minute})
		settle(100 * time.Second)
		r.wantRequests(`stream ""`, `watch "7"`)
	})
}

func TestSilentWatchIsKeptForEverOnRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
		o := paged()
		o.WatchOvertime = -1
		r := start(t, s, o)
		settle(48 * time.Hour)
		r.wantRequests(`list "0" limit=500`, `watch "7"`)
	})
}

// A request that is never answered is given up, whether the source heeds its context
// or not; what it brings later is stopped and dropped.
func TestRequestThatIsNeverAnsweredIsGivenUp(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		for name, c := range map[string]struct {
			source func(release <-chan struct{}, late *stream) *script
			reason reflector.Reason
			after  time.Duration
			want   []string
		}{
			"list": {func(release <-chan struct{}, _ *stream) *script {
				return &script{silent: true, lists: append(hangingList(release, deaf), listOf("7", "")), watches: watchAnswers{keepsOpen()}}
			}, reflector.ReasonList, 10 * time.Minute, []string{`list "0" limit=500`, `list "0" limit=500`, `watch "7"`}},
			"watch": {func(release <-chan struct{}, late *stream) *script {
				return &script{silent: true, lists: listAnswers{listOf("7", "")}, watches: append(hangingWatch(release, deaf, late), keepsOpen())}
			}, reflector.ReasonNoAnswer, 5*time.Minute + 30*time.Second, []string{`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "7"`}},
			"stream": {func(release <-chan struct{}, late *stream) *script {
				return &script{streams: hangingWatch(release, deaf, late), lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
			}, "", time.Minute, []string{`stream ""`, `list "0" limit=500`, `watch "7"`}},
		} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					release, late := make(chan struct{}), newStream()
					s := c.source(release, late)
					r := start(t, s, reflector.Options{})
					settle(c.after - time.Second)
					before := len(s.log())
					settle(5 * time.Second)
					r.wantRequests(c.want...)
					if len(s.log()) == before {
						t.Errorf("nothing happened after %v", c.after)
					}
					if c.reason != "" {
						r.wantRelists(map[reflector.Reason]uint64{c.reason: 1})
					}
					told := len(r.store.history())
					close(release)
					synctest.Wait()
					if n := s.leftOpen(); n != 1 {
						t.Errorf("%d streams are open, want the one that is read", n)
					}
					if got := r.store.history(); len(got) != told {
						t.Errorf("the store was told %v by what came late", got[told:])
					}
				})
			})
		}
	}
}

func TestListThatTakesLongIsWaitedForOnRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{func(context.Context, metav1.ListOptions) (runtime.Object, error) {
			time.Sleep(time.Hour)
			return newList("7", ""), nil
		}}, watches: watchAnswers{keepsOpen()}}
		o := paged()
		o.ListTimeout = -1
		r := start(t, s, o)
		settle(61 * time.Minute)
		r.wantHistory("replace 0@7")
	})
}
