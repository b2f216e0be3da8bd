package workload

import (
	"fmt"
	"slices"
)

// Mix names a kind of event stream.
type Mix string

const (
	// Churn is the everyday traffic of Pods: 80% status updates, 10% adds, 10% deletes.
	Churn Mix = "churn"
	// Rollout replaces the Pods of one application after another by Pods of a
	// new ReplicaSet, a quarter of the application at a time.
	Rollout Mix = "rollout"
	// Heartbeat renews Leases, and Nodes now and then. Nothing is added or deleted.
	Heartbeat Mix = "heartbeat"
	// NodeFailure turns a Node unready with all its Pods, and ready again.
	NodeFailure Mix = "nodefailure"
	// Flap updates one hot Pod for ever.
	Flap Mix = "flap"
)

// These mixes come in waves: much happens at once, for scenarios. See Stream.EndsWave.
const (
	// RolloutStorm replaces the Pods of many applications at the same time, each a quarter at a
	// time: a wave is a tenth of all Pods.
	RolloutStorm Mix = "rolloutstorm"
	// NodeLoss takes one Node in twenty away at once: their Pods become unready, are
	// deleted, and run anew elsewhere, while the other Nodes' heartbeats go on. Then the Nodes come back.
	NodeLoss Mix = "nodeloss"
	// NamespaceDeletion deletes all Pods of the largest namespace; the next wave makes them anew.
	NamespaceDeletion Mix = "namespacedeletion"
)

// Waves lists the mixes that come in waves, in a fixed order.
func Waves() []Mix { return []Mix{RolloutStorm, NodeLoss, NamespaceDeletion} }

// Mixes lists every mix that flows evenly, in a fixed order.
func Mixes() []Mix { return []Mix{Churn, Rollout, Heartbeat, NodeFailure, Flap} }

// ParseMix returns the mix of that name, or an error that lists the allowed ones.
func ParseMix(name string) (Mix, error) {
	all := slices.Concat(Mixes(), Waves())
	if m := Mix(name); slices.Contains(all, m) {
		return m, nil
	}
	return "", fmt.Errorf("unknown mix %q: allowed are %s", name, joined(all))
}

// Resources lists what a population must hold for a stream of this mix, the
// primary resource first. The stream has events of these resources only.
func (m Mix) Resources() []Resource {
	switch m {
	case Heartbeat:
		return []Resource{Leases, Nodes}
	case NodeFailure, NodeLoss:
		return []Resource{Pods, Nodes}
	default:
		return []Resource{Pods}
	}
}
