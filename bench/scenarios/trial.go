package scenarios

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"informerbench/bench/rounds"
	"informerbench/reflectorbench"
)

// Trial is one cell while it is measured. Its scenario acts on the lab and reports what it finds; it is written only after
// the lab was verified.
type Trial struct {
	Cell Cell
	Lab  *reflectorbench.Lab

	scenario Scenario
	lines    []line
}

// line is a result.
type line struct {
	measure    string
	extra      []Param
	values     []reflectorbench.Value
	histograms []histogram
}

type histogram struct {
	what string
	of   reflectorbench.Latencies
}

// Report adds a result. Extra parameters stand in its name behind those of the cell.
func (t *Trial) Report(measure string, extra []Param, values ...reflectorbench.Value) {
	t.lines = append(t.lines, line{measure: measure, extra: extra, values: values})
}

// ReportLatencies adds a result with the percentiles of latencies under what, further values, and the histogram beside it.
func (t *Trial) ReportLatencies(measure string, extra []Param, what string, l reflectorbench.Latencies, values ...reflectorbench.Value) {
	t.lines = append(t.lines, line{measure, extra, append(l.Values(what), values...), []histogram{{what, l}}})
}

// Run measures the cell in this process and writes its results, after everything was verified. progress, if not nil, is told
// what is being done.
func (c Cell) Run(ctx context.Context, out io.Writer, progress func(step string)) error {
	return c.run(ctx, out, func(o *reflectorbench.LabOptions) { o.Progress = progress })
}

// run lets change alter the lab's options.
func (c Cell) run(ctx context.Context, out io.Writer, change func(*reflectorbench.LabOptions)) error {
	if err := c.Validate(); err != nil {
		return err
	}
	s, err := Lookup(c.Scenario)
	if err != nil {
		return err
	}
	o, err := c.options(s)
	if err != nil {
		return err
	}
	change(&o)
	lab, err := reflectorbench.OpenLab(ctx, o)
	if err != nil {
		return err
	}
	t := &Trial{Cell: c, Lab: lab, scenario: s}
	err = s.Act(ctx, t)
	if err == nil {
		err = t.checkResults()
	}
	if err := lab.Close(ctx, err); err != nil {
		return fmt.Errorf("%s: %w", c.Name(), err)
	}
	text, err := t.text()
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	return err
}

// text is the results as benchmark text, each with its histograms.
func (t *Trial) text() (string, error) {
	var b strings.Builder
	for _, l := range t.lines {
		name := t.Cell.resultName(l.measure, l.extra)
		var units []string
		var values []float64
		for _, v := range l.values {
			units, values = append(units, v.Unit), append(values, v.Amount)
		}
		b.WriteString(rounds.Line(name, units, values))
		for _, h := range l.histograms {
			text, err := h.of.Line(name, h.what)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
		}
	}
	return b.String(), nil
}

// checkResults compares what was reported with what the scenario declares.
func (t *Trial) checkResults() error {
	var errs []error
	left := t.lines
	for _, r := range t.scenario.Results {
		if !r.expected(t.Cell, t.scenario) {
			continue
		}
		found := false
		for i, l := range left {
			if r.is(l) {
				errs = append(errs, r.checkUnits(l))
				left = append(left[:i:i], left[i+1:]...)
				found = true
				break
			}
		}
		if !found {
			errs = append(errs, fmt.Errorf("%s is declared and was not reported", r))
		}
	}
	for _, l := range left {
		errs = append(errs, fmt.Errorf("%s %v was reported and is not declared", l.measure, l.extra))
	}
	return errors.Join(errs...)
}

func (r Result) String() string { return strings.TrimSuffix(r.Measure+" op="+r.Op, " op=") }

func (r Result) is(l line) bool {
	op := ""
	for _, p := range l.extra {
		if p.Key == "op" {
			op = p.Value
		}
	}
	return l.measure == r.Measure && op == r.Op
}

func (r Result) checkUnits(l line) error {
	var have []string
	for _, v := range l.values {
		have = append(have, v.Unit)
	}
	if fmt.Sprint(have) != fmt.Sprint(r.Units) {
		return fmt.Errorf("%s was reported with units %v, declared are %v", r, have, r.Units)
	}
	return nil
}
