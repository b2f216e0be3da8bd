package reflectorbench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestPercentilesAgainstASortedSlice(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dice := rand.New(rand.NewPCG(seed, 0))
	a, b := newLatencies(), newLatencies()
	var all []int64
	for i := range 5000 {
		ns := int64(dice.ExpFloat64() * 1e6)
		all = append(all, ns)
		[]*latencies{a, b}[i%2].record(ns)
	}
	a.merge(b)
	slices.Sort(all)
	for _, p := range []float64{50, 99, 99.9, 100} {
		want := float64(all[int(math.Ceil(p/100*float64(len(all))))-1])
		if got := float64(a.percentile(p)); got < want*0.999 || got > want*1.001+1 {
			t.Errorf("p%v is %v, want %v", p, got, want)
		}
	}
	if a.count() != 5000 || a.max != all[len(all)-1] {
		t.Errorf("count %d and maximum %d, want 5000 and %d", a.count(), a.max, all[len(all)-1])
	}
}

func TestValuesBeyondTheTopAreCountedAndNotAveraged(t *testing.T) {
	l := newLatencies()
	for range 98 {
		l.record(1000)
	}
	beyond := int64(time.Hour)
	l.record(beyond)
	l.record(beyond)
	if l.overflow != 2 || l.count() != 100 || l.max != beyond {
		t.Errorf("overflow %d, count %d, maximum %d", l.overflow, l.count(), l.max)
	}
	if got := l.percentile(50); got != 1000 {
		t.Errorf("p50 is %d, want 1000", got)
	}
	if got := l.percentile(98); got != 1000 {
		t.Errorf("p98 is %d, want 1000: the last value inside", got)
	}
	if got := l.percentile(99); got != int64(histogramTop) {
		t.Errorf("p99 is %d, want the top as a lower bound", got)
	}
}

func TestEmptyAndNegative(t *testing.T) {
	l := newLatencies()
	if l.percentile(99) != 0 {
		t.Error("percentile of nothing is not 0")
	}
	l.record(-5)
	if l.count() != 1 || l.percentile(100) != 0 {
		t.Errorf("a negative latency counts %d times as %d", l.count(), l.percentile(100))
	}
}
