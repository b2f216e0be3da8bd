package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"

	"informerbench/bench/scenarios"
	benchreport "informerbench/report"
)

// scenarioSummary is the short table of a scenario.
type scenarioSummary struct {
	scenarios.Scenario
	*benchreport.Summary
}

// scenarioSummaries are those of all scenarios that some result is of, in the order of the list.
func scenarioSummaries(in *benchreport.Input) ([]scenarioSummary, error) {
	var all []scenarioSummary
	warnings := in.Warnings // told once
	for _, s := range scenarios.All() {
		part := "/scenario=" + s.Name + "/"
		own := *in
		own.Results, own.Warnings = nil, nil
		for _, r := range in.Results {
			if strings.Contains(string(r.Name), part) {
				own.Results = append(own.Results, r)
			}
		}
		if own.Results == nil {
			continue
		}
		own.Warnings, warnings = warnings, nil
		summary, err := benchreport.Summarize(&own, scenarioOptions(s))
		if err != nil {
			return nil, fmt.Errorf("scenario %s: %w", s.Name, err)
		}
		all = append(all, scenarioSummary{s, summary})
	}
	if all == nil {
		return nil, errors.New("no result names a scenario: give results of benchgen scenario run")
	}
	return all, nil
}

// scenarioOptions compares each figure by itself: the correction is over the informers that answer one question.
func scenarioOptions(s scenarios.Scenario) benchreport.SummaryOptions {
	o := benchreport.SummaryOptions{
		Group: "/objects@num", Subject: pipelineKeys, Base: basePipeline, Holm: true, MinEffect: benchreport.DefaultMinEffect,
	}
	for _, f := range s.Figures() {
		_, unit := benchunit.Tidy(1, f.Unit)
		o.Figures = append(o.Figures, benchreport.Figure{Title: f.Title, Filter: s.Filter(f), Unit: unit})
	}
	return o
}

const scenarioLegend = `Compared with ` + basePipeline + `, client-go's informer as it ships, in the same run: values are medians of the rounds, ± how far
their 95% interval reaches; the others are ratios to it with an interval, in which the ratio lies while both medians stay in theirs. better and
worse are significant at p < 0.05 (Mann-Whitney, after Holm's correction over the columns of a line) and at least 2%; ~ is no significant
difference, ≈ one of less than 2%. Of figures that are equal, about one line in twenty is called different by chance. The column that ends in
/again is client-go's informer a second time: what differs there is noise.
`

// writeScenarioTables prints how each informer stands in each scenario, and then a table for each scenario. Of Markdown, level is
// that of its headings.
func writeScenarioTables(w io.Writer, all []scenarioSummary, width int, markdown bool, level string) error {
	if err := writeScenarioStandings(w, all, markdown); err != nil {
		return err
	}
	for _, s := range all {
		if markdown {
			fmt.Fprintf(w, "%s ", level)
		}
		fmt.Fprintf(w, "%s\n\n%s\n\n", s.Name, s.Question)
		if err := s.WriteRatios(w, noTargets, width, markdown); err != nil {
			return err
		}
		for _, line := range noiseLines(s) {
			fmt.Fprintf(w, "%s.\n\n", line)
		}
		for _, g := range s.Groups {
			for _, note := range g.Note {
				fmt.Fprintf(w, "Note: %s.\n\n", note)
			}
		}
	}
	return nil
}

func noTargets(string, int, string) (benchreport.Target, bool) { return benchreport.Target{}, false }

// noiseLines tell how client-go's informer stands to itself.
func noiseLines(s scenarioSummary) (lines []string) {
	for _, aa := range s.AA {
		lines = append(lines, aa.String())
	}
	if lines == nil {
		lines = []string{"A/A: client-go's informer was not measured a second time"}
	}
	return lines
}

// writeScenarioStandings has a line for each informer in each scenario.
func writeScenarioStandings(w io.Writer, all []scenarioSummary, markdown bool) error {
	lines := [][]string{{"scenario", "informer/queue/store", "better in", "worse in", "neither"}}
	for _, s := range all {
		standings := s.Standings()
		several := slices.ContainsFunc(standings, func(st benchreport.Standing) bool { return st.Group != standings[0].Group })
		for _, st := range standings {
			name := s.Name
			if several {
				name += ", " + st.Group
			}
			lines = append(lines, []string{name, st.Subject, named(st.Better), named(st.Worse), st.Neither()})
		}
	}
	return writeStandings(w, lines, markdown)
}

// writeStandings prints lines of: the case, the subject, and what it is better in, worse in and neither. The first is the head.
func writeStandings(w io.Writer, lines [][]string, markdown bool) error {
	if markdown {
		return benchreport.WriteMarkdownTable(w, lines)
	}
	for _, l := range lines[1:] {
		fmt.Fprintf(w, "%s, %s\n  better in %s\n  worse in %s\n  neither: %s\n\n", l[0], l[1], l[2], l[3], l[4])
	}
	return nil
}

// named are figures with their number in front, where there are any.
func named(figures []string) string {
	if len(figures) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d: %s", len(figures), strings.Join(figures, "; "))
}
