package workload_test

import (
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// model is what a watcher of a population and a stream knows.
type model struct {
	t       *testing.T
	objects map[workload.Resource]map[string]runtime.Object
	version uint64
	counts  map[watch.EventType]int
}

func newModel(t *testing.T, p *workload.Population) *model {
	m := &model{t: t, objects: make(map[workload.Resource]map[string]runtime.Object), version: p.Version(), counts: make(map[watch.EventType]int)}
	for _, r := range workload.Resources() {
		m.objects[r] = byKey[runtime.Object](t, p, r)
	}
	return m
}

// apply checks that an event is legal and returns the object before it.
func (m *model) apply(e workload.Event) (before runtime.Object) {
	m.t.Helper()
	key, meta := objectMeta(m.t, e.Object)
	m.version++
	if meta.GetResourceVersion() != strconv.FormatUint(m.version, 10) {
		m.t.Fatalf("%s %s %s has version %s, want %d", e.Type, e.Resource, key, meta.GetResourceVersion(), m.version)
	}
	m.counts[e.Type]++
	objects := m.objects[e.Resource]
	before, present := objects[key]
	if present == (e.Type == watch.Added) {
		m.t.Fatalf("%s of %s %s, present: %t", e.Type, e.Resource, key, present)
	}
	if present {
		_, old := objectMeta(m.t, before)
		if old == meta || old.GetUID() != meta.GetUID() {
			m.t.Fatalf("%s of %s %s: the same object, or another UID", e.Type, e.Resource, key)
		}
	}
	if e.Type == watch.Deleted {
		delete(objects, key)
	} else {
		objects[key] = e.Object
	}
	return before
}

// checkAddresses: no two live Pods share an address, and every node exists.
func (m *model) checkAddresses() {
	m.t.Helper()
	ips := make(map[string]string)
	for key, o := range m.objects[workload.Pods] {
		pod := o.(*corev1.Pod)
		if ip := pod.Status.PodIP; ip != "" && ips[ip] != "" {
			m.t.Fatalf("%s and %s have the address %s", key, ips[ip], ip)
		}
		ips[pod.Status.PodIP] = key
		if node := pod.Spec.NodeName; node != "" && m.objects[workload.Nodes]["/"+node] == nil {
			m.t.Fatalf("%s runs on %s, which does not exist", key, node)
		}
	}
}

func streamPopulation(t *testing.T, pods int, profile workload.Profile) *workload.Population {
	return generate(t, workload.Config{Seed: 21, Objects: pods, Profile: profile,
		Resources: []workload.Resource{workload.Pods, workload.Nodes, workload.Leases}})
}

func TestStreamsAreLegal(t *testing.T) {
	for _, mix := range workload.Mixes() {
		t.Run(string(mix), func(t *testing.T) {
			for pods, events := range map[int]int{1: 3000, 2: 3000, 30: 5000, 2000: 20_000} {
				p := streamPopulation(t, pods, workload.Small)
				before := digest(t, p.Objects(workload.Pods))
				m := newModel(t, p)
				s := workload.NewStream(p, mix, 1)
				for i := range events {
					e := s.Next()
					m.apply(e)
					if !contains(mix.Resources(), e.Resource) {
						t.Fatalf("an event of %s", e.Resource)
					}
					if i%5_000 == 0 {
						m.checkAddresses()
					}
				}
				m.checkAddresses()
				if digest(t, p.Objects(workload.Pods)) != before {
					t.Fatal("the stream changed objects of the population")
				}
			}
		})
	}
}

func contains(rs []workload.Resource, r workload.Resource) bool {
	for _, x := range rs {
		if x == r {
			return true
		}
	}
	return false
}

func TestRealStreamsAreLegal(t *testing.T) {
	p := streamPopulation(t, 60, workload.Real)
	for _, mix := range workload.Mixes() {
		m := newModel(t, p)
		s := workload.NewStream(p, mix, 2)
		for range 400 {
			m.apply(s.Next())
		}
		m.checkAddresses()
	}
}

func TestStreamsRepeat(t *testing.T) {
	p := streamPopulation(t, 500, workload.Small)
	for _, mix := range workload.Mixes() {
		run := func(seed uint64) string {
			s := workload.NewStream(p, mix, seed)
			var objects []runtime.Object
			for range 300 {
				objects = append(objects, s.Next().Object)
			}
			return digest(t, objects)
		}
		if first, second := run(1), run(1); first != second {
			t.Errorf("%s: the same seed gives two streams", mix)
		}
		if run(1) == run(2) {
			t.Errorf("%s: two seeds give the same stream", mix)
		}
	}
}

func TestStreamNeedsItsResources(t *testing.T) {
	p := generate(t, workload.Config{Objects: 10, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}})
	for mix, panics := range map[workload.Mix]bool{workload.Heartbeat: true, workload.NodeFailure: true, "storm": true, workload.Churn: false} {
		func() {
			defer func() {
				if (recover() != nil) != panics {
					t.Errorf("%s: panics = %t, want %t", mix, !panics, panics)
				}
			}()
			workload.NewStream(p, mix, 1)
		}()
	}
}
