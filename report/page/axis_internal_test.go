package page

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumbersAreWrittenForPeople(t *testing.T) {
	for _, c := range []struct {
		unit string
		v    float64
		want string
	}{
		{"p99-visible-sec", 0.004584, "4.58 ms"}, {"sec/op", 2.23e-6, "2.23 µs"}, {"sec/op", 1.5e-10, "0.150 ns"},
		{"sec/op", 125, "125 s"}, {"sec/op", 0.9999, "1.00 s"}, {"peak-B", 102568512, "103 MB"}, {"heap-B/object", 626.1, "626 B"},
		{"events/s", 130179, "130k/s"}, {"stalled-fraction", 0.1384, "13.8 %"}, {"allocs/event", 8.469, "8.47"},
		{"allocs/op", 0, "0"}, {"gc-sec", -0.002, "-2.00 ms"}, {"x", math.NaN(), "?"},
	} {
		if got := quantityOf(c.unit).text(c.v); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.v, c.unit, got, c.want)
		}
	}
	for v, want := range map[float64]string{2.149: "2.15×", 0.98: "0.98×", 0.0013: "1/769", 340: "340×", 0: "0×", 12.34: "12.3×", math.Inf(1): "?"} {
		if got := ratioText(v); got != want {
			t.Errorf("ratio %v: %q, want %q", v, got, want)
		}
	}
	for s, want := range map[string]string{"100000": "100,000", "1000": "1000", "1234567": "1,234,567", "007": "007", "churn": "churn"} {
		if got := plain(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// Whatever the values: every mark stands inside, larger values never stand further left,
// and there are labels, but not too many.
func TestAxisHoldsItsValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1e12), 1, 20).Draw(t, "values")
		exponent := rapid.IntRange(-12, 3).Draw(t, "exponent")
		for i := range values {
			values[i] *= math.Pow(10, float64(exponent))
		}
		a := newAxis(values)
		for _, v := range values {
			if at := a.at(v); at < 0 || at > 100 || math.IsNaN(at) {
				t.Fatalf("%v stands at %v%% of %+v", v, at, a)
			}
			for _, w := range values {
				if v < w && a.at(v) > a.at(w) {
					t.Fatalf("%v stands right of %v", v, w)
				}
			}
		}
		ticks := a.ticks(6, count.tick)
		if n := len(ticks); n < 1 || n > 7 {
			t.Fatalf("%d ticks on %+v", n, a)
		}
	})
}

// The more values there are, the more nines: all have lines, and what is named can be read.
func TestNamesOfPercentilesKeepApart(t *testing.T) {
	for nines := 1; nines <= 12; nines++ {
		ticks := percentileTicks(axis{low: 1, high: math.Pow(10, float64(nines)), start: 17, end: 95})
		if len(ticks) != nines+1 || ticks[nines].Label == "" {
			t.Fatalf("%d nines: %+v", nines, ticks)
		}
		var named []tick
		for _, tick := range ticks {
			if tick.Label != "" {
				named = append(named, tick)
			}
		}
		for i := 1; i < len(named); i++ {
			if a, b := named[i-1], named[i]; a.left()+a.width() > b.left() {
				t.Errorf("%d nines: %q and %q meet", nines, a.Label, b.Label)
			}
		}
		if nines > 2 && named[len(named)-1].Label != "99."+strings.Repeat("9", nines-2)+" %" {
			t.Errorf("%d nines: the last is %q", nines, named[len(named)-1].Label)
		}
		if len(named) < min(nines+1, 3) {
			t.Errorf("%d nines: only %d are named", nines, len(named))
		}
	}
}

func TestLabelsOfCurvesKeepApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &lines{Height: plotHeight}
		for range rapid.IntRange(1, 14).Draw(t, "curves") {
			l.Series = append(l.Series, series{EndY: rapid.IntRange(plotTop, plotBottom).Draw(t, "end")})
		}
		l.spreadLabels()
		for i, a := range l.Series {
			if a.LabelY < plotTop-labelGap || a.LabelY > l.Height {
				t.Fatalf("a label stands at %d of %d", a.LabelY, l.Height)
			}
			for _, b := range l.Series[i+1:] {
				if d := a.LabelY - b.LabelY; d > -labelGap && d < labelGap {
					t.Fatalf("two labels are %d apart", d)
				}
			}
		}
	})
}

func TestShortNamesStayApart(t *testing.T) {
	got := shortNames([]string{"clientgo/realfifo/clientgo", "ours/inorder/clientgo", "ours/inorder/cow"})
	if got["ours/inorder/cow"] != "ours/cow" || got["clientgo/realfifo/clientgo"] != "clientgo/clientgo" {
		t.Errorf("%v", got)
	}
	got = shortNames([]string{"clientgo/realfifo/clientgo", "ours/inorder/mvcc", "ours/direct/mvcc"})
	if got["ours/direct/mvcc"] != "direct/mvcc" {
		t.Errorf("%v", got)
	}
}
