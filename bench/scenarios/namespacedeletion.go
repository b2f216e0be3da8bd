package scenarios

import (
	"context"
	_ "embed"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed namespace-deletion.md
var namespaceDeletionPage string

// namespacePause lies between two turns of a reader. A list of the namespace that goes has ten thousand
// pods and more.
const namespacePause = 20 * time.Millisecond

// namespaceDeletion deletes the largest namespace, which has between a tenth and a third of all pods.
func namespaceDeletion() Scenario {
	return Scenario{
		Name: "namespace-deletion", Question: "When the largest namespace is deleted, what do those wait for who list it, and who list others?",
		Page: namespaceDeletionPage, Defaults: rate(stormRate), MinIndexes: 1,
		Results: append(playResults(), readResult("get"), readResult("byindex-namespace")),
		Lab:     wave(workload.NamespaceDeletion),
		Act: func(ctx context.Context, t *Trial) error {
			return t.playWave(ctx, reflectorbench.Readers{Pause: namespacePause, Ops: []reflectorbench.ReadOp{
				{Name: "get"},
				// The rank of a namespace among its values is no matter of its size, so one read in many is of
				// the one that goes.
				{Name: "byindex", Index: namespaceIndex},
			}})
		},
	}
}
