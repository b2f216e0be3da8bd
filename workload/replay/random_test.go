package replay_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/replay"
	"informerbench/workload/trace"
)

// Whatever a recording says, in whatever order, a source takes what is played, and ends with the objects
// that the records end with.
func TestAnyRecordsCanBePlayed(t *testing.T) {
	for seed := range uint64(40) {
		dice := rand.New(rand.NewPCG(seed, 9))
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			there := map[string]bool{}
			records := []trace.Record{record(trace.Listed, watch.Added, 0, pod("p0", "0"))} // something to replay
			there["a/p0"] = true
			at := time.Duration(0)
			for range 200 {
				at += time.Duration(dice.IntN(3)) * time.Microsecond
				r := anyRecord(dice, at)
				records = append(records, r)
				m := r.Object.(metav1.Object)
				if key := m.GetNamespace() + "/" + m.GetName(); r.Phase != trace.Bookmark && m.GetName() != "" {
					there[key] = r.Type != watch.Deleted
				}
			}
			tr := open(t, write(t, records...), replay.Options{})
			_, src := play(t, tr)
			left := 0
			for _, r := range []workload.Resource{workload.Pods, "gadgets"} {
				for _, o := range src.Objects(r) {
					m := o.(metav1.Object)
					if left++; !there[m.GetNamespace()+"/"+m.GetName()] {
						t.Errorf("seed %d: %s %s is there, but was deleted", seed, r, m.GetName())
					}
				}
			}
			want := 0
			for _, is := range there {
				if is {
					want++
				}
			}
			if left != want {
				t.Errorf("seed %d: %d objects are left, want %d", seed, left, want)
			}
		})
	}
}

func anyRecord(dice *rand.Rand, at time.Duration) trace.Record {
	name, version := fmt.Sprintf("p%d", dice.IntN(8)), fmt.Sprint(dice.IntN(4))
	if dice.IntN(30) == 0 {
		name = ""
	}
	var o runtime.Object = pod(name, version)
	if dice.IntN(3) == 0 {
		o = gadget(name, version)
	}
	phase := []trace.Phase{trace.Listed, trace.Watched, trace.Watched, trace.Relisted, trace.Bookmark}[dice.IntN(5)]
	kind := []watch.EventType{watch.Added, watch.Modified, watch.Deleted}[dice.IntN(3)]
	switch phase {
	case trace.Listed:
		kind = watch.Added
	case trace.Bookmark:
		kind = watch.Bookmark
	}
	return record(phase, kind, at, o)
}
