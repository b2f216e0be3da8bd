package reflectorbench

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

// movingFeed answers each list with another state.
type movingFeed struct {
	feed
	states []map[string]runtime.Object
}

func (f *movingFeed) state(context.Context, workload.Resource) (map[string]runtime.Object, error) {
	now := f.states[0]
	f.states = append(f.states[1:], now)
	return now, nil
}

func movingRun(t *testing.T, store map[string]any, states ...map[string]runtime.Object) *run {
	t.Helper()
	r := newRun(DefaultCell(), nil)
	r.settle = 2 * time.Second
	r.feed = &movingFeed{states: states}
	rec := newRecorder(&arrivals{}, 1)
	for _, object := range states[0] {
		name, v := describe(object)
		rec.known[name] = v
	}
	r.pipes = []*pipeline{{resource: workload.Pods, store: listedReads{mapReads(store)}, recorder: rec}}
	return r
}

type listedReads struct{ mapReads }

func (l listedReads) ListKeys() (keys []string) {
	for key := range l.mapReads {
		keys = append(keys, key)
	}
	return keys
}

func TestMovingSourceTellsLostFromBehind(t *testing.T) {
	pop, err := population(context.Background(), Cell{Seed: 1, Objects: 2, Profile: workload.Small, Mix: workload.Churn})
	if err != nil {
		t.Fatal(err)
	}
	a, b := pop.Objects(workload.Pods)[0], pop.Objects(workload.Pods)[1]
	nameA, _ := describe(a)
	nameB, _ := describe(b)
	both := map[string]runtime.Object{keyOf(nameA): a, keyOf(nameB): b}
	onlyA := map[string]runtime.Object{keyOf(nameA): a}
	synctest.Test(t, func(t *testing.T) {
		behind := movingRun(t, map[string]any{keyOf(nameA): a, keyOf(nameB): b}, both, onlyA)
		if err := behind.verifyMoving(context.Background()); err != nil {
			t.Errorf("a store that agrees with every second list: %v", err)
		}
		lost := movingRun(t, map[string]any{keyOf(nameA): a}, both, both)
		if err := lost.verifyMoving(context.Background()); err == nil || !strings.Contains(err.Error(), keyOf(nameB)) {
			t.Errorf("a store that lost %s: %v", keyOf(nameB), err)
		}
		invented := movingRun(t, map[string]any{keyOf(nameA): a, keyOf(nameB): b}, onlyA, onlyA)
		if err := invented.verifyMoving(context.Background()); err == nil || !strings.Contains(err.Error(), keyOf(nameB)) {
			t.Errorf("a store that invented %s: %v", keyOf(nameB), err)
		}
	})
}
