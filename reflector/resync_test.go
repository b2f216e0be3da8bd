package reflector_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

func TestResyncTicksWhileWatchingAndWhileTheServerIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := watchError(tooMany())
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{closes(25 * time.Second), down, down, down, down, down, hangsFor(20 * time.Second), keepsOpen()}}
		o := paged()
		o.ResyncPeriod = 10 * time.Second
		r := start(t, s, o)
		settle(101 * time.Second)
		if got := r.Stats().Resyncs; got != 10 {
			t.Errorf("%d resyncs in 101 s, want 10", got)
		}
		if got := len(r.store.history()); got != 11 {
			t.Errorf("the store was told %v", r.store.history())
		}
	})
}

// hangsFor answers with an open stream, but late.
func hangsFor(d time.Duration) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return func(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
		select {
		case <-time.After(d):
			return newStream(), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func TestResyncStaysOffUntilTheStoreIsFilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listError(errors.New("no"))}}
		o := paged()
		o.ResyncPeriod = time.Second
		r := start(t, s, o)
		settle(time.Minute)
		r.wantHistory()
	})
}

func TestShouldResyncIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
		o := paged()
		o.ResyncPeriod = 10 * time.Second
		o.ShouldResync = func() bool { asked++; return asked%2 == 0 }
		r := start(t, s, o)
		settle(45 * time.Second)
		r.wantHistory("replace 0@7", "resync", "resync")
	})
}

func TestResyncThatFailsListsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listOf("7", ""), listOf("8", "")}, watches: watchAnswers{keepsOpen()}}
		store := newRecorder()
		store.failOn("resync", errors.New("no"))
		o := paged()
		o.ResyncPeriod = 10 * time.Second
		r := startWith(t, s, store, o)
		settle(11 * time.Second)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "8"`)
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonStore: 1})
		store.failOn("resync", nil)
		settle(10 * time.Second)
		r.wantHistory("replace 0@7", "replace 0@8", "resync")
	})
}
