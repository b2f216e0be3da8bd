package encoded_test

import (
	"runtime"
	"strconv"
	"sync"
	"testing"
	"weak"

	corev1 "k8s.io/api/core/v1"

	"informerbench/compact/encoded"
)

// version is a later version of a Pod: what its kubelet wrote has changed.
func version(p *corev1.Pod, i int) *corev1.Pod {
	p = p.DeepCopy()
	p.ResourceVersion = strconv.Itoa(100_000 + i)
	p.Status.Conditions[0].Message = "version " + strconv.Itoa(i)
	p.Status.ContainerStatuses[0].RestartCount = int32(i)
	return p
}

// What has not changed is the part of the version before, down to the elements of a slice that has.
func TestNextVersionHasThePartsOfTheLast(t *testing.T) {
	d := encoded.New(encoded.Options{})
	base := siblingOf(aPod(t), 1)
	a := decode(t, d, base, encode(t, base)).(*corev1.Pod)
	runtime.GC() // nothing recent is needed
	runtime.GC()
	b := decodeNext(t, d, a, encode(t, version(base, 1))).(*corev1.Pod)
	for name, pair := range map[string][2]any{
		"labels":         {a.Labels, b.Labels},
		"annotations":    {a.Annotations, b.Annotations},
		"owners":         {a.OwnerReferences, b.OwnerReferences},
		"managed fields": {a.ManagedFields, b.ManagedFields},
		"containers":     {a.Spec.Containers, b.Spec.Containers},
		"volumes":        {a.Spec.Volumes, b.Spec.Volumes},
		"addresses":      {a.Status.PodIPs, b.Status.PodIPs},
	} {
		if !shared(pair[0], pair[1]) {
			t.Errorf("the versions' %s are two copies", name)
		}
	}
	if shared(a.Status.Conditions, b.Status.Conditions) || shared(a.Status.ContainerStatuses, b.Status.ContainerStatuses) {
		t.Error("what has changed is the same")
	}
	if x, y := a.Status.ContainerStatuses[0].State.Running, b.Status.ContainerStatuses[0].State.Running; x == nil || x != y {
		t.Error("what a changed container has kept is two copies")
	}
}

// An unchanged object costs itself, and hardly anything else.
func TestNextVersionAllocatesWhatHasChanged(t *testing.T) {
	d := encoded.New(encoded.Options{})
	base := siblingOf(aPod(t), 1)
	b := encode(t, base)
	held := decode(t, d, base, b)
	own := testing.AllocsPerRun(20, func() { plain(t, base, b) })
	next := testing.AllocsPerRun(20, func() { decodeNext(t, d, held, b) })
	if 5*next > own {
		t.Errorf("%.0f allocations for what is there already, and %.0f for all of it: want a fifth", next, own)
	}
}

// Over many versions the first one's parts go, unless the last one still has them, and the decoder holds nothing.
func TestVersionsGo(t *testing.T) {
	uncollected(t)
	const versions = 300
	d := encoded.New(encoded.Options{})
	base := siblingOf(aPod(t), 1)
	last := decode(t, d, base, encode(t, base)).(*corev1.Pod)
	object, changed, kept := weak.Make(last), weak.Make(&last.Status.Conditions[0]), weak.Make(&last.Spec.Containers[0])
	for i := range versions {
		last = decodeNext(t, d, last, encode(t, version(base, i))).(*corev1.Pod)
	}
	if !collected(func() bool { return object.Value() == nil && changed.Value() == nil }) {
		t.Error("the first version is still there")
	}
	if kept.Value() != &last.Spec.Containers[0] {
		t.Error("the last version does not have the containers of the first")
	}
	if s := d.Stats(); s.Parts > 0 || s.Bytes > 0 {
		t.Errorf("%+v: want nothing kept of one Pod", s)
	}
}

// Many generations of siblings, each with some versions: the decoder holds what one of them needs.
func TestGenerationsOfVersionsGo(t *testing.T) {
	uncollected(t)
	const generations, siblings, versions = 20, 12, 4
	d := encoded.New(encoded.Options{})
	base := aPod(t)
	var first encoded.Stats
	for g := range generations {
		alive := decodedSiblings(t, d, generation(base, g), siblings)
		for v := range versions {
			for i := range alive {
				alive[i] = decodeNext(t, d, alive[i], encode(t, version(siblingOf(generation(base, g), i), v))).(*corev1.Pod)
			}
		}
		if g == 0 {
			first = d.Stats()
		}
		if !collected(func() bool { s := d.Stats(); return s.Parts <= 2*first.Parts && s.Bytes <= 3*first.Bytes }) {
			t.Fatalf("generation %d: %+v is held, %+v by the first one", g, d.Stats(), first)
		}
		runtime.KeepAlive(alive)
	}
	if !collected(func() bool { s := d.Stats(); return s.Parts == 0 && s.Strings == 0 && s.Bytes == 0 }) {
		t.Errorf("%+v is held for no object", d.Stats())
	}
}

// Goroutines decode next versions of an object that others read. The race detector judges.
func TestManyDecodeTheNextVersion(t *testing.T) {
	const goroutines, versions = 8, 40
	d := encoded.New(encoded.Options{})
	base := siblingOf(aPod(t), 1)
	held := decode(t, d, base, encode(t, base)).(*corev1.Pod)
	var wait sync.WaitGroup
	for g := range goroutines {
		wait.Go(func() {
			mine := object(held)
			for i := range versions {
				b := encode(t, version(base, g*versions+i))
				o := fresh(base)
				if err := d.DecodeNext(b, o, mine); err != nil {
					t.Error(err)
					return
				}
				mine = o
				if got, want := held.Spec.Containers[0].Resources, base.Spec.Containers[0].Resources; held.DeepCopy().Labels["team"] != base.Labels["team"] ||
					got.Requests.Cpu().String() != want.Requests.Cpu().String() {
					t.Error("something else was read")
				}
			}
		})
	}
	wait.Wait()
}
