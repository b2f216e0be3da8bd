package scenarios

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"informerbench/reflectorbench"
)

// Scenario is a situation that is measured.
type Scenario struct {
	Name string
	// Question is one line, for a table.
	Question string
	// Main: it is measured with a million objects too.
	Main bool
	// Page is Markdown: what happens, why it is fair, what it leaves out.
	Page string
	// Defaults are the parameters where the user says nothing. Begin with [Free]; what stays free is the same in all scenarios.
	Defaults Params
	// MinIndexes is how many indexes its readers need, and MinReaders how many readers the scenario is about.
	MinIndexes, MinReaders int
	// Variants are further subjects: our informer with other options.
	Variants []Variant
	// Instead, if set, names what stands in an informer's place and is measured beside the informers.
	Instead *Instead
	// Results are those that a cell must report.
	Results []Result
	// Lab says what is opened for a cell. The cell's pipeline, handlers and indexes are set already.
	Lab func(c Cell, o *reflectorbench.LabOptions)
	// Act drives the open lab, whose pipelines do not run yet, and reports to the trial.
	Act func(ctx context.Context, t *Trial) error
}

// Result is a kind of result line that a scenario declares.
type Result struct {
	// Measure is the line's name. With Op it is the one that has the parameter op=Op.
	Measure, Op string
	Units       []string
	// Readers: there is such a line only if there are readers. Stored: only of what has a store.
	Readers, Stored bool
	// If, where set, tells which cells have such a line.
	If func(Cell) bool
}

// All lists every scenario.
func All() []Scenario {
	return []Scenario{
		steadyChurn(),
		polling(),
		bareWatch(),
		rolloutStorm(),
		nodeFailure(),
		namespaceDeletion(),
		massRelist(),
		listerStorm(),
		indexHeavy(),
		slowHandler(),
		lateHandlers(),
		startup20(),
	}
}

// Names are those of all scenarios.
func Names() (names []string) {
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}

// Lookup finds a scenario by name; the error lists the names.
func Lookup(name string) (Scenario, error) {
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
	}
	return Scenario{}, fmt.Errorf("unknown scenario %q: want some of %s; all; or main, those that are measured with a million objects too",
		name, strings.Join(Names(), ", "))
}

// Select reads a list of names; "all" is every scenario, "main" those that are Main. The order is that of All.
func Select(names []string) (chosen []Scenario, err error) {
	for _, name := range names {
		if name == "all" || name == "main" {
			continue
		}
		if _, err := Lookup(name); err != nil {
			return nil, err
		}
	}
	for _, s := range All() {
		if slices.Contains(names, s.Name) || slices.Contains(names, "all") || s.Main && slices.Contains(names, "main") {
			chosen = append(chosen, s)
		}
	}
	if chosen == nil {
		return nil, fmt.Errorf("no scenario given: want some of %s, or all", strings.Join(Names(), ", "))
	}
	return chosen, nil
}

// Params are the scenario's own, where the user says nothing.
func (s Scenario) Params() Params { return s.Defaults.Or(common()) }
