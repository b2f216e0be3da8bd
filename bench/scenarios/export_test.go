package scenarios

import (
	"context"
	"io"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/reflectorbench"
)

// RunSpoiled measures a cell with something between its source and its pipelines, and gives up soon.
func (c Cell) RunSpoiled(ctx context.Context, wrap func(cache.ListerWatcher) cache.ListerWatcher, out io.Writer) error {
	return c.run(ctx, out, func(o *reflectorbench.LabOptions) {
		o.Wrap, o.Settle = wrap, 300*time.Millisecond
	})
}

// Jobs describes what a run does, in order.
func (r *Run) Jobs() (out []string) {
	for _, j := range r.jobs() {
		out = append(out, j.String())
	}
	return out
}

// Cells are all that a run measures.
func (r *Run) Cells() (out []Cell) {
	for _, s := range r.Scenarios {
		out = append(out, r.cells(s)...)
	}
	return out
}

// ResultNames are how the names of the declared results of a cell begin.
func (c Cell) ResultNames() (out []string) {
	s, _ := Lookup(c.Scenario)
	for _, r := range s.Results {
		if !r.expected(c, s) {
			continue
		}
		var extra []Param
		if r.Op != "" {
			extra = append(extra, P("op", r.Op))
		}
		out = append(out, c.resultName(r.Measure, extra))
	}
	return out
}

// Units are those of all scenarios.
func Units() map[string]string {
	better := map[string]string{}
	for _, u := range units(All()) {
		better[u.Name] = u.Better
	}
	return better
}
