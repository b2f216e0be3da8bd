package scenarios

import (
	"context"
	_ "embed"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed node-failure.md
var nodeFailurePage string

// nodeFailure takes one node in twenty away, as when a rack or a part of a zone loses power.
func nodeFailure() Scenario {
	return Scenario{
		Name: "node-failure", Question: "When one node in twenty is lost, how soon do readers of a node's pods see it?",
		Page: nodeFailurePage, Defaults: rate(stormRate), MinIndexes: 3,
		Results: append(playResults(), readResult("get"), readResult("byindex-node")),
		Lab:     wave(workload.NodeLoss),
		Act: func(ctx context.Context, t *Trial) error {
			return t.playWave(ctx, reflectorbench.Readers{Pause: stormPause, Ops: []reflectorbench.ReadOp{
				{Name: "get", Skew: reflectorbench.Zipf},
				{Name: "byindex", Index: workload.NodeIndex},
			}})
		},
	}
}
