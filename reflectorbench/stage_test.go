package reflectorbench

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// shelf is a store of one object.
type shelf struct {
	reads
	version string
}

func (s *shelf) GetByKey(key string) (any, bool, error) {
	if s.version == "" {
		return nil, false, nil
	}
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: s.version}}, true, nil
}

var theKey = cache.ObjectName{Namespace: "a", Name: "b"}

func TestKeysThatWaitAreMergedAndTheirLatencyBeginsWithTheOldest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(Reconciling{Workers: 1, Cost: 10 * time.Millisecond, Work: Sleep}, &shelf{version: "7"}, 1)
		s.add(theKey)
		time.Sleep(time.Second)
		s.add(theKey)
		s.start(context.Background())
		synctest.Wait()
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		if s.left() != 0 || s.reconciled[theKey].rv != 7 {
			t.Errorf("%d left, reconciled %v", s.left(), s.reconciled)
		}
		if s.found.adds != 2 || s.found.attempts != 1 || s.found.deepest != 1 {
			t.Errorf("found %+v", s.found)
		}
		if s.found.queued.max != int64(time.Second) || s.found.done.max != int64(time.Second+10*time.Millisecond) {
			t.Errorf("queued for %d, done after %d", s.found.queued.max, s.found.done.max)
		}
		s.stop()
	})
}

func TestAFailedReconcileIsTriedAgainLaterAndCountsFromItsFirstCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(Reconciling{Workers: 1, FailureRate: maxFailureRate}, &shelf{}, 1)
		s.start(context.Background())
		s.add(theKey)
		for s.left() > 0 { // the clock is fake
			time.Sleep(lastRetry)
			synctest.Wait()
		}
		if s.found.fails == 0 || s.found.attempts != s.found.fails+1 || s.found.done.count() != 1 || s.found.queued.count() != 1 {
			t.Errorf("found %+v", s.found)
		}
		if s.found.done.max < int64(firstRetry) {
			t.Errorf("done after %d ns, though it was tried again", s.found.done.max)
		}
		if v, ok := s.reconciled[theKey]; !ok || v != (version{}) {
			t.Errorf("an object that is not there was reconciled as %v, %t", v, ok)
		}
		s.stop()
	})
}

func TestAKeyReconciledAtAnOldVersionIsFound(t *testing.T) {
	ctx := context.Background()
	c := DefaultCell()
	c.Objects, c.Workers, c.Measures = 5, 1, []Measure{MeasureSync}
	r := newRun(c, nil)
	defer r.close()
	if err := r.open(ctx); err != nil {
		t.Fatal(err)
	}
	s := newStage(c.Reconciling, &shelf{version: "1"}, 1)
	defer s.stop()
	for key := range r.mustState(t) {
		namespace, name, _ := cache.SplitMetaNamespaceKey(key)
		s.reconciled[cache.ObjectName{Namespace: namespace, Name: name}] = version{rv: 1 << 40}
	}
	if err := r.checkReconciled(ctx, s); err == nil || !strings.Contains(err.Error(), "was last reconciled at version") {
		t.Errorf("error %v", err)
	}
}

func (r *run) mustState(t *testing.T) map[string]any {
	state, err := r.feed.state(t.Context(), r.primary().resource)
	if err != nil || len(state) == 0 {
		t.Fatalf("%d objects, %v", len(state), err)
	}
	out := map[string]any{}
	for key, object := range state {
		out[key] = object
	}
	return out
}
