package encoded_test

import (
	"runtime"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"informerbench/compact/encoded"
)

// generation is a Pod of another template: none of its parts is another generation's.
func generation(p *corev1.Pod, i int) *corev1.Pod {
	p = p.DeepCopy()
	name := "generation-" + strconv.Itoa(i)
	p.GenerateName = name + "-"
	p.Labels = map[string]string{"app.kubernetes.io/instance": name}
	p.OwnerReferences[0].Name = name
	for i := range p.Spec.Containers {
		p.Spec.Containers[i].Env = []corev1.EnvVar{{Name: "GENERATION", Value: name}, {Name: "LOG_LEVEL", Value: "debug"}}
		p.Spec.Containers[i].Image = name
	}
	return p
}

// collected runs the collector until what is asked for is so, or it will not be.
func collected(done func() bool) bool {
	for range 200 {
		runtime.GC()
		if done() {
			return true
		}
		runtime.Gosched()
	}
	return false
}

// Over many generations, of which one lives at a time, the decoder holds what one needs.
func TestPartsGoWithTheirLastObject(t *testing.T) {
	uncollected(t)
	const generations, siblings = 30, 20
	d := encoded.New(encoded.Options{})
	base := aPod(t)
	var alive []*corev1.Pod
	var first encoded.Stats
	for g := range generations {
		alive = decodedSiblings(t, d, generation(base, g), siblings)
		if g == 0 {
			first = d.Stats()
			if first.Parts == 0 || first.Strings == 0 {
				t.Fatalf("%+v: nothing is shared", first)
			}
		}
		flat := func() bool { s := d.Stats(); return s.Parts <= 2*first.Parts && s.Bytes <= 3*first.Bytes }
		if !collected(flat) {
			t.Fatalf("generation %d: %+v is held, %+v by the first one", g, d.Stats(), first)
		}
	}
	runtime.KeepAlive(alive) // and no longer
	if !collected(func() bool { s := d.Stats(); return s.Parts == 0 && s.Strings == 0 && s.Bytes == 0 }) {
		t.Errorf("%+v is held for no object", d.Stats())
	}
}

// A part stays as long as one object has it, and is shared with those that come then.
func TestPartsStayWithTheirLastObject(t *testing.T) {
	uncollected(t)
	d := encoded.New(encoded.Options{})
	one := decodedSiblings(t, d, aPod(t), 10)[7]
	for range 5 {
		runtime.GC()
	}
	b := encode(t, siblingOf(aPod(t), 100))
	later := decode(t, d, &corev1.Pod{}, b).(*corev1.Pod)
	if !shared(one.Labels, later.Labels) || !shared(one.Spec.Containers[0].Env, later.Spec.Containers[0].Env) {
		t.Error("a Pod that came later has its own copy of what the one that is left has")
	}
}

// Nothing of a decoder is held by the objects that it has decoded, nor by the runtime.
func TestDecodersGo(t *testing.T) {
	gone := make(chan struct{})
	pods := func() []*corev1.Pod {
		d := encoded.New(encoded.Options{})
		runtime.AddCleanup(d, func(c chan struct{}) { close(c) }, gone)
		return decodedSiblings(t, d, aPod(t), 10)
	}()
	if !collected(func() bool {
		select {
		case <-gone:
			return true
		default:
			return false
		}
	}) {
		t.Error("a decoder that nobody uses is still there")
	}
	runtime.KeepAlive(pods)
}
