package main

import (
	"errors"
	"io"

	"golang.org/x/perf/benchunit"

	"informerbench/bench/rounds"
	benchreport "informerbench/report"
)

// writeSections prints every section of a suite of informers that has results, and then how the
// informers stand.
func writeSections(w io.Writer, width int, markdown bool, base, again string, all []rounds.Section, paths ...string) error {
	in, err := benchreport.Read(paths...)
	if err != nil {
		return err
	}
	var sections []ratioSection
	for _, s := range all {
		o := benchreport.SummaryOptions{
			Group: s.Group, Subject: s.Columns, Base: s.Base, Ignore: s.Ignore,
			Holm: true, MinEffect: benchreport.DefaultMinEffect,
		}
		for _, f := range s.Figures {
			_, unit := benchunit.Tidy(1, f.Unit)
			o.Figures = append(o.Figures, benchreport.Figure{Title: f.Title, Filter: f.Filter, Unit: unit})
		}
		summary, err := benchreport.Summarize(in, o)
		if errors.Is(err, benchreport.ErrNotMeasured) {
			continue
		}
		if err != nil {
			return err
		}
		sections = append(sections, ratioSection{s.Title, s.Note, summary, sectionTargets(s), s.About})
	}
	return ratioPage{"informer", base, again, sections}.write(w, width, markdown)
}

// sectionTargets gives the targets of a section in the units in which results are compared.
func sectionTargets(s rounds.Section) benchreport.Targets {
	return func(column string, figure int, group string) (benchreport.Target, bool) {
		if s.Target == nil {
			return benchreport.Target{}, false
		}
		t, ok := s.Target(column, figure, group)
		if t.Absolute {
			t.AtMost, _ = benchunit.Tidy(t.AtMost, s.Figures[figure].Unit)
		}
		return benchreport.Target{AtLeast: t.AtLeast, AtMost: t.AtMost, Absolute: t.Absolute}, ok
	}
}
