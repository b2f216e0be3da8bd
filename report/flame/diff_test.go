package flame_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"informerbench/report/flame"
)

func diff(t *testing.T, base, p *profile.Profile, o flame.DiffOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := flame.Diff(&b, base, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestADifferenceIsAsInTheGoldenFile(t *testing.T) {
	base := folded(t,
		"informerbench/fifo.(*InOrder).PopBatch;k8s.io/client-go/tools/cache.(*threadSafeMap).Update 100",
		"informerbench/informer.(*listener).run 50",
		"informerbench/reflector.(*Reflector).Run 50")
	p := folded(t,
		"informerbench/fifo.(*InOrder).PopBatch;informerbench/stores/mvcc.(*Store).Update 10",
		"informerbench/informer.(*listener).run 15",
		"informerbench/reflector.(*Reflector).Run 25")
	o := flame.DiffOptions{Options: flame.Options{Title: "mvcc against clientgo", Width: 800}, Base: "clientgo", Profile: "mvcc"}
	golden(t, "diff.svg", diff(t, base, p, o))
}

// Twice as long a run of the same is no difference.
func TestTotalsAreEvenedOut(t *testing.T) {
	svg := diff(t, folded(t, "main;a 1", "main;b 3"), folded(t, "main;a 2", "main;b 6"), flame.DiffOptions{})
	// What is left of both signs is the legend.
	if strings.Count(svg, ">+") != 1 || strings.Count(svg, "stroke-dasharray") != 1 {
		t.Errorf("there is a difference:\n%s", svg)
	}
}

func TestWhatOnlyOneSideHasIsShown(t *testing.T) {
	svg := diff(t, folded(t, "main;gone 1"), folded(t, "main;new 1"), flame.DiffOptions{})
	for _, want := range []string{"-100.0 gone", "+100.0 new", "gone: 0.00% of profile, 100.0% of base"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is not in\n%s", want, svg)
		}
	}
}

func TestDifferentKindsAreNotCompared(t *testing.T) {
	heap := folded(t, "main 1")
	heap.SampleType = []*profile.ValueType{{Type: "cpu", Unit: "bytes"}, {Type: "cpu", Unit: "bytes"}}
	var b bytes.Buffer
	if err := flame.Diff(&b, small(t), heap, flame.DiffOptions{Base: "x"}); err == nil || !strings.Contains(err.Error(), "different kinds") {
		t.Errorf("error %v", err)
	}
	if err := flame.Diff(&b, folded(t), small(t), flame.DiffOptions{Base: "x"}); err == nil || !strings.Contains(err.Error(), "x: "+flame.ErrEmpty.Error()) {
		t.Errorf("error %v", err)
	}
}
