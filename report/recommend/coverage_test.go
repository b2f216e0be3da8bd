package recommend_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"informerbench/report"
	"informerbench/report/recommend"
)

// coverage counts how often what was held out lies within its interval.
type coverage struct {
	medians, mediansIn int
	rounds, roundsIn   int
	silent             int // without an interval
	misses             []string
}

func (c *coverage) count(what string, e recommend.Estimate, rounds []float64) {
	if !e.Stated {
		c.silent++
		return
	}
	c.medians++
	m := middle(rounds)
	if e.Interval.Holds(m) {
		c.mediansIn++
	} else {
		c.misses = append(c.misses, fmt.Sprintf("%s: %.4g is not in [%.4g, %.4g], %s", what, m, e.Interval.Lo, e.Interval.Hi, e.How))
	}
	for _, v := range rounds {
		c.rounds++
		if e.Interval.Holds(v) {
			c.roundsIn++
		}
	}
}

func middle(values []float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	n := len(sorted)
	return math.Sqrt(sorted[(n-1)/2] * sorted[n/2])
}

func (c *coverage) share() float64      { return float64(c.mediansIn) / float64(c.medians) }
func (c *coverage) roundShare() float64 { return float64(c.roundsIn) / float64(c.rounds) }

// check wants 90%, of at least so many intervals.
func (c *coverage) check(t *testing.T, least int) {
	t.Helper()
	t.Logf("%d of %d medians (%.1f%%) and %d of %d rounds (%.1f%%) within the interval; %d without one",
		c.mediansIn, c.medians, 100*c.share(), c.roundsIn, c.rounds, 100*c.roundShare(), c.silent)
	if c.medians < least {
		t.Errorf("only %d intervals were stated, want %d", c.medians, least)
	}
	if c.share() < recommend.Level || c.roundShare() < recommend.Level {
		t.Errorf("coverage is below %.0f%%", 100*recommend.Level)
		for _, m := range c.misses {
			t.Log(m)
		}
	}
}

func TestIntervalsHoldHeldOutCellsOfSurfaces(t *testing.T) {
	const seeds, rounds = 5, 8
	for _, s := range surfaces {
		t.Run(s.name, func(t *testing.T) {
			var c coverage
			for seed := range uint64(seeds) {
				in, held := draw(s, seed, rounds)
				m, err := recommend.FromResults(in)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				for _, h := range held {
					e := m.Predict(h.subject, "staleness-p99", m.Series()[0].Context, h.at)
					c.count(fmt.Sprintf("seed %d, %v, %v", seed, h.subject, h.at), e, h.rounds)
				}
			}
			c.check(t, 10*seeds)
		})
	}
}

// storeFigure makes each operation of the stores alone a series.
var storeFigure = recommend.Figure{
	Name: "store-op", Title: "operation", Measure: "Store", Unit: "sec/op", Better: -1,
	Axes: []recommend.Axis{recommend.Objects, recommend.Readers, recommend.Indexes, recommend.Cores},
}

// committed are runs of one machine each. Of three sizes one that is held out lies between or beyond the others, of two the other one
// is all there is.
var committed = []struct {
	name    string
	files   []string
	figures []recommend.Figure
	least   int // intervals
}{
	{"pipelines of three sizes", []string{"../../results/10k-100k/bench.txt", "../../results/1m/bench.txt"}, nil, 100},
	{"pipelines of two sizes", []string{"../../results/10k-100k/bench.txt"}, nil, 150},
	{"pipelines of two sizes, another machine", []string{"testdata/pipelines-10k-100k.txt"}, nil, 100},
	{"stores", storeFiles, []recommend.Figure{storeFigure}, 100},
}

var storeFiles = []string{"../../results/stores/10k-100k/bench.txt", "../../results/stores/1m/bench.txt"}

func TestIntervalsHoldHeldOutCellsOfCommittedResults(t *testing.T) {
	for _, run := range committed {
		t.Run(run.name, func(t *testing.T) {
			in, err := report.Read(run.files...)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := recommend.FromResults(in, run.figures...)
			if err != nil {
				t.Fatal(err)
			}
			var c coverage
			for _, s := range whole.Series() {
				for i, cell := range s.Cells {
					held := whole.Without(s, i)
					what := fmt.Sprintf("%v %s %s %v", s.Subject, s.Figure, s.Context, cell.At)
					c.count(what, held.Predict(s.Subject, s.Figure, s.Context, cell.At), cell.Rounds)
				}
			}
			c.check(t, run.least)
		})
	}
}

// A user's configuration was measured for nobody, so cells of all subjects are held out together.
func TestIntervalsHoldConfigurationsThatNobodyMeasured(t *testing.T) {
	in, err := report.Read(storeFiles...)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := recommend.FromResults(in, storeFigure)
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		context string
		at      recommend.Point
	}
	held := map[place]*recommend.Model{}
	var c coverage
	for _, s := range whole.Series() {
		for _, cell := range s.Cells {
			p := place{s.Context, cell.At}
			if held[p] == nil {
				held[p] = whole.WithoutAll(s.Figure, p.context, p.at)
			}
			what := fmt.Sprintf("%v %s %v", s.Subject, s.Context, cell.At)
			c.count(what, held[p].Predict(s.Subject, s.Figure, s.Context, cell.At), cell.Rounds)
		}
	}
	c.check(t, 100)
}
