package informer_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// kubernetes/kubernetes#28379: a handler that joins gets one add per life of a key
// before anything else, has no gap, and ends with what the store holds.
func TestLateHandlersSeeNoGapAndNoDuplicate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const objects, joins = 1000, 40
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		dice := rand.New(rand.NewPCG(seed, 0))
		source, first := withPods(objects), newMirror()
		inf := newInformer(source, informer.Options{})
		add(t, inf, first)
		start(t, inf)
		stop, writer := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(writer)
			churn(source, objects, &first.calls, stop)
		}()
		mirrors := []*mirror{first}
		for range joins {
			// Wait for changes, not for a time: so joins fall amid the writing.
			for until := first.calls.Load() + dice.Int64N(500); first.calls.Load() < until; {
				runtime.Gosched()
			}
			m := newMirror()
			add(t, inf, m)
			mirrors = append(mirrors, m)
		}
		close(stop)
		<-writer
		synctest.Wait()
		for i, m := range mirrors {
			m.verify(t, fmt.Sprintf("handler %d", i), inf.GetStore())
		}
	})
}

// churn updates, deletes and creates Pods until it is stopped, no more than a few
// hundred changes ahead of the handler that counts.
func churn(s *script, objects int, delivered *atomic.Int64, stop chan struct{}) {
	for i := 0; ; i++ {
		for s.lastVersion() > int(delivered.Load())+200 {
			select {
			case <-stop:
				return
			default:
				runtime.Gosched()
			}
		}
		name := podName(i * 7919 % objects)
		if i%3 != 2 || !s.deleteIfPresent(name) {
			s.put(name)
		}
	}
}

// mirror keeps what it was told and notes every call that does not fit to that.
type mirror struct {
	versions map[string]string
	calls    atomic.Int64
	faults   []string
}

func newMirror() *mirror { return &mirror{versions: map[string]string{}} }

func (m *mirror) OnAdd(obj any, _ bool) {
	p := obj.(*corev1.Pod)
	m.expect("add", p, "")
	m.versions[p.Name] = p.ResourceVersion
}

func (m *mirror) OnUpdate(oldObj, newObj any) {
	p := newObj.(*corev1.Pod)
	m.expect("update", p, oldObj.(*corev1.Pod).ResourceVersion)
	m.versions[p.Name] = p.ResourceVersion
}

func (m *mirror) OnDelete(obj any) {
	p := obj.(*corev1.Pod)
	if _, known := m.versions[p.Name]; !known {
		m.faults = append(m.faults, "delete of the absent "+p.Name)
	}
	delete(m.versions, p.Name)
	m.calls.Add(1)
}

func (m *mirror) expect(verb string, p *corev1.Pod, before string) {
	if has := m.versions[p.Name]; has != before {
		m.faults = append(m.faults, fmt.Sprintf("%s of %s to %s: from %q, but it was at %q", verb, p.Name, p.ResourceVersion, before, has))
	}
	if v, _ := strconv.Atoi(p.ResourceVersion); before != "" {
		if b, _ := strconv.Atoi(before); b >= v {
			m.faults = append(m.faults, fmt.Sprintf("%s of %s goes back from %d to %d", verb, p.Name, b, v))
		}
	}
	m.calls.Add(1)
}

func (m *mirror) verify(t *testing.T, who string, store cache.Store) {
	t.Helper()
	for _, f := range m.faults[:min(3, len(m.faults))] {
		t.Errorf("%s: %s", who, f)
	}
	if len(m.versions) != len(store.ListKeys()) {
		t.Errorf("%s: knows %d objects, the store has %d", who, len(m.versions), len(store.ListKeys()))
	}
	for _, obj := range store.List() {
		p := obj.(*corev1.Pod)
		if got := m.versions[p.Name]; got != p.ResourceVersion {
			t.Errorf("%s: %s at %q, the store has %s", who, p.Name, got, p.ResourceVersion)
		}
	}
}
