package scenarios

import (
	"context"
	_ "embed"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed rollout-storm.md
var rolloutStormPage string

// stormRate is that of a control plane which does all it can: some thousand writes a second.
const stormRate = 5000

// stormPause lies between two turns of a reader, which stands for a busy controller.
const stormPause = 5 * time.Millisecond

// rolloutStorm replaces a tenth of all pods, many Deployments at the same time.
func rolloutStorm() Scenario {
	return Scenario{
		Name: "rollout-storm", Question: "When a tenth of all pods is replaced at once, how far do cache and handlers fall behind?", Main: true,
		Page: rolloutStormPage, Defaults: rate(stormRate), MinIndexes: 2,
		Results: append(playResults(), readResult("get"), readResult("byindex-owner"), readResult("byindex-namespace")),
		Lab:     wave(workload.RolloutStorm),
		Act: func(ctx context.Context, t *Trial) error {
			return t.playWave(ctx, reflectorbench.Readers{Pause: stormPause, Ops: []reflectorbench.ReadOp{
				{Name: "get", Skew: reflectorbench.Zipf},
				{Name: "byindex", Index: workload.OwnerIndex},
				{Name: "byindex", Index: namespaceIndex, Skew: reflectorbench.Zipf, Every: 4},
			}})
		},
	}
}

// rate is a scenario's, which leaves everything else free.
func rate(n int) Params {
	p := Free()
	p.Rate = n
	return p
}

// wave opens a mix that comes in waves; one of them is played.
func wave(m workload.Mix) func(Cell, *reflectorbench.LabOptions) {
	return func(c Cell, o *reflectorbench.LabOptions) { o.Cell.Mix, o.Events = m, c.waveEvents() }
}

// waveEvents is more than a wave has: in the largest, two events for each pod of a third of all.
func (c Cell) waveEvents() int { return c.Objects + 1000 }

// playWave syncs, plays one wave with the cell's readers beside it, and reports it.
func (t *Trial) playWave(ctx context.Context, readers reflectorbench.Readers) error {
	events, err := t.Lab.PrepareWave(t.Cell.waveEvents())
	if err != nil {
		return err
	}
	if _, err := t.Lab.Sync(ctx); err != nil {
		return err
	}
	readers.Goroutines = t.Cell.Readers
	played, err := t.Lab.Play(ctx, reflectorbench.Play{Events: events, Rate: t.Cell.Rate, Probe: true, Readers: readers})
	if err != nil {
		return err
	}
	t.ReportPlay(played)
	return nil
}
