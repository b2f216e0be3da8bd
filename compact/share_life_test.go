package compact_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	kruntime "k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/workload"
)

// Two decoders transform while readers use what came out.
func TestConcurrentTransformAndReaders(t *testing.T) {
	for _, r := range []workload.Resource{workload.Pods, workload.Widgets, workload.Nodes} {
		objects := population(t, r, 60)
		s := compact.NewSharer(compact.ShareOptions{})
		out := make(chan [2]kruntime.Object, 16)
		var decoders, readers sync.WaitGroup
		for i := range 3 {
			decoders.Go(func() {
				for n := range objects {
					o := objects[(n+i*20)%len(objects)]
					out <- [2]kruntime.Object{shared(t, s, received(t, o)), o}
				}
			})
		}
		for range 2 {
			readers.Go(func() {
				for pair := range out {
					if !reflect.DeepEqual(pair[0], pair[1]) {
						t.Errorf("an object has changed: %v", pair[0])
					}
					if _, err := json.Marshal(pair[0]); err != nil {
						t.Error(err)
					}
					readQuantities(pair[0])
				}
			})
		}
		decoders.Wait()
		close(out)
		readers.Wait()
	}
}

// readQuantities reads as handlers do: String caches the text in the quantity it is called on.
func readQuantities(o kruntime.Object) {
	pod, ok := o.(*corev1.Pod)
	if !ok {
		return
	}
	for i := range pod.Spec.Containers {
		_ = pod.Spec.Containers[i].Resources.Requests.Memory().String()
	}
	for i := range pod.Spec.Volumes {
		if e := pod.Spec.Volumes[i].EmptyDir; e != nil && e.SizeLimit != nil {
			_ = e.SizeLimit.String()
		}
	}
}

// scheduled gives a pod a node, which it shares with pods of other sets: so the table comes into play.
func scheduled(p *corev1.Pod, i int) *corev1.Pod {
	p.Spec.NodeName = fmt.Sprint("node-", i/64, "-", i%7)
	return p
}

// collect collects until what is weakly held is gone, and sweeps.
func collect(s *compact.Sharer) {
	runtime.GC()
	runtime.GC()
	s.Sweep()
}

func TestTableLetsGoOfWhatNobodyHas(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	func() {
		var kept []kruntime.Object
		for i := range 200 {
			for j := range 3 {
				kept = append(kept, shared(t, s, scheduled(replica(t, fmt.Sprint("set", i), fmt.Sprint(i, "-", j)), i+j)))
			}
		}
		collect(s)
		if stats := s.Stats(); stats.Entries == 0 || stats.Groups == 0 {
			t.Fatalf("nothing is remembered of objects that are in use: %+v", stats)
		}
		runtime.KeepAlive(kept)
	}()
	collect(s)
	if stats := s.Stats(); stats.Entries != 0 || stats.Groups != 0 {
		t.Errorf("of objects that are gone are left: %d entries, %d groups", stats.Entries, stats.Groups)
	}
}

// Each generation replaces all pods, which belong to new ReplicaSets: nothing of an old one may stay.
func TestHeapIsFlatOverGenerations(t *testing.T) {
	const sets, generations = 40, 40
	s := compact.NewSharer(compact.ShareOptions{})
	live := make([]kruntime.Object, 3*sets)
	var after [generations]uint64
	var entries [generations]int
	for g := range generations {
		for i := range live {
			live[i] = shared(t, s, scheduled(replica(t, fmt.Sprint("generation", g, "set", i/3), fmt.Sprint(i, "of", g)), g*len(live)+i))
		}
		collect(s)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		after[g], entries[g] = m.HeapAlloc, s.Stats().Entries
	}
	runtime.KeepAlive(live)
	early, late := after[generations/4], after[generations-1]
	if late > early+early/10+256<<10 {
		t.Errorf("the heap grows: %d bytes after %d generations, %d after %d", early, generations/4, late, generations)
	}
	if entries[generations-1] > 2*entries[generations/4]+minEntries {
		t.Errorf("the table grows: %v", entries)
	}
}

const minEntries = 100

func TestSharerItselfIsCollected(t *testing.T) {
	gone := make(chan struct{})
	func() {
		s := compact.NewSharer(compact.ShareOptions{})
		shared(t, s, replica(t, "set", "a"))
		runtime.AddCleanup(s, func(c chan struct{}) { close(c) }, gone)
	}()
	for {
		runtime.GC()
		select {
		case <-gone:
			return
		default:
			runtime.Gosched()
		}
	}
}
