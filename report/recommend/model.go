package recommend

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
)

// Model is what was measured, ready to be asked about a point between the cells. It is not changed
// after FromResults and may be used from several goroutines.
type Model struct {
	// Machine is where all the results are from, Others where those are from that were set aside.
	Machine Machine
	Others  []Machine
	// Commits are those of the measured code.
	Commits  []string
	Warnings []string

	kept    *Model // how objects are kept in memory, nil if nothing was measured of that
	figures []Figure
	series  map[seriesKey]*series
	again   map[seriesKey]*series // the A/A column
	scores  map[pool]*scores
	noise   map[string]float64 // of each figure: the usual spread of rounds
}

// ErrNothingMeasured is wrapped by the error for results that hold none of the figures.
var ErrNothingMeasured = errors.New("nothing that a recommendation could be made from was measured")

// FromResults builds the model from results of one machine, the one with the most results. The
// figures default to [Figures]. It takes time in the order of the square of the cells of each series.
func FromResults(in *report.Input, figures ...Figure) (*Model, error) {
	if len(figures) == 0 {
		figures = Figures()
	}
	m := newModel(figures)
	m.Warnings = slices.Clone(in.Warnings)
	results := m.chooseMachine(in.Results)
	for _, r := range results {
		m.noteCommit(r.GetConfig("commit"))
	}
	rest, kept := splitKept(results)
	m.learn(rest)
	m.learnKept(kept)
	if len(m.series) == 0 && m.kept == nil {
		return nil, fmt.Errorf("%w: the results need lines such as BenchmarkStaleness/informer=ours/store=cow/... : benchgen bench writes them", ErrNothingMeasured)
	}
	return m, nil
}

func newModel(figures []Figure) *Model {
	return &Model{figures: figures, series: map[seriesKey]*series{}, again: map[seriesKey]*series{}, noise: map[string]float64{}}
}

// learn makes series of the results, and finds out how far guesses err.
func (m *Model) learn(results []*benchfmt.Result) {
	collected := newCollector()
	for _, r := range results {
		for _, f := range m.figures {
			collected.add(f, r)
		}
	}
	collected.into(m)
	m.fillNoise()
	m.calibrate()
}

func (m *Model) noteCommit(commit string) {
	if commit != "" && !slices.Contains(m.Commits, commit) {
		m.Commits = append(m.Commits, commit)
	}
}

// collector gathers the rounds of each cell.
type collector struct {
	values  map[seriesKey]map[Point][]float64
	again   map[seriesKey]map[Point][]float64
	ignored int
}

func newCollector() *collector {
	return &collector{values: map[seriesKey]map[Point][]float64{}, again: map[seriesKey]map[Point][]float64{}}
}

func (c *collector) add(f Figure, r *benchfmt.Result) {
	name := parseName(r.Name)
	value, ok := f.of(r, name)
	if !ok {
		return
	}
	if !(value > 0) || math.IsInf(value, 0) {
		c.ignored++
		return
	}
	subject, repeated := subjectOf(name.keys)
	key := seriesKey{subject, f.Name, name.context(f)}
	into := c.values
	if repeated {
		into = c.again
	}
	if into[key] == nil {
		into[key] = map[Point][]float64{}
	}
	at := name.point(f)
	into[key][at] = append(into[key][at], value)
}

func (c *collector) into(m *Model) {
	for _, kind := range []struct {
		from map[seriesKey]map[Point][]float64
		to   map[seriesKey]*series
	}{{c.values, m.series}, {c.again, m.again}} {
		for key, cells := range kind.from {
			s := &series{key: key}
			for at, values := range cells {
				s.cells = append(s.cells, newCell(at, values))
			}
			s.sort()
			kind.to[key] = s
		}
	}
	if c.ignored > 0 {
		m.Warnings = append(m.Warnings, fmt.Sprintf("%d values of 0 or less are left out: they have no place on a logarithmic scale", c.ignored))
	}
}

// keys are those of the series in a fixed order.
func (m *Model) keys() []seriesKey {
	var keys []seriesKey
	for key := range m.series {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b seriesKey) int {
		return cmp.Or(strings.Compare(a.figure, b.figure), strings.Compare(a.context, b.context), strings.Compare(a.subject.String(), b.subject.String()))
	})
	return keys
}

// fillNoise gives cells with few rounds the median spread of their figure's other cells.
func (m *Model) fillNoise() {
	spreads := map[string][]float64{}
	for key, s := range m.series {
		for _, c := range s.cells {
			if !math.IsNaN(c.spread) {
				spreads[key.figure] = append(spreads[key.figure], c.spread)
			}
		}
	}
	for figure, all := range spreads {
		slices.Sort(all)
		m.noise[figure] = median(all)
	}
	for key, s := range m.series {
		for _, c := range s.cells {
			if math.IsNaN(c.spread) {
				c.spread = m.noise[key.figure]
			}
		}
	}
}

// Series is what was measured of a subject in a figure.
type Series struct {
	Subject         Subject
	Figure, Context string
	Cells           []Cell
}

// Series lists all that the model was built from, in a fixed order.
func (m *Model) Series() []Series {
	var out []Series
	for _, key := range m.keys() {
		s := Series{Subject: key.subject, Figure: key.figure, Context: key.context}
		for _, c := range m.series[key].cells {
			cell := Cell{At: c.at}
			for _, v := range c.logs {
				cell.Rounds = append(cell.Rounds, math.Exp(v))
			}
			s.Cells = append(s.Cells, cell)
		}
		out = append(out, s)
	}
	return out
}

func (m *Model) figure(name string) Figure {
	if name == memory {
		return memoryFigure
	}
	for _, f := range m.figures {
		if f.Name == name {
			return f
		}
	}
	return Figure{Name: name, Title: name}
}
