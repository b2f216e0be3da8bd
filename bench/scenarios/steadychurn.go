package scenarios

import (
	"context"
	_ "embed"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed steady-churn.md
var steadyChurnPage string

// steadyPause lies between two turns of a reader: each stands for a controller with some hundred reconciles a second.
const steadyPause = 2 * time.Millisecond

// steadyChurn is everyday traffic with everyday readers.
func steadyChurn() Scenario {
	return Scenario{
		Name: "steady-churn", Question: "How old is what readers see, and what do they wait for, on an ordinary day?", Main: true,
		Page: steadyChurnPage, Defaults: Free(), MinIndexes: 3,
		Results: append(playResults(), readResult("get"), readResult("byindex-node"), readResult("byindex-namespace")),
		Lab: func(c Cell, o *reflectorbench.LabOptions) {
			o.Cell.Mix, o.Events = workload.Churn, c.events()
		},
		Act: func(ctx context.Context, t *Trial) error {
			if _, err := t.Lab.Sync(ctx); err != nil {
				return err
			}
			played, err := t.Lab.Play(ctx, reflectorbench.Play{
				Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate, Probe: true,
				Readers: reflectorbench.Readers{Goroutines: t.Cell.Readers, Pause: steadyPause, Ops: []reflectorbench.ReadOp{
					{Name: "get", Skew: reflectorbench.Zipf},
					{Name: "byindex", Index: workload.NodeIndex, Skew: reflectorbench.Zipf, Every: 4},
					{Name: "byindex", Index: namespaceIndex, Skew: reflectorbench.Zipf, Every: 16},
				}},
			})
			if err != nil {
				return err
			}
			t.ReportPlay(played)
			return nil
		},
	}
}

// events is how many the cell's length holds at its rate.
func (c Cell) events() int { return max(int(c.Length.Seconds()*float64(c.Rate)), 1) }
