package syncbench

import (
	"math/rand/v2"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// change is what happens to a pod between the first state and the second.
type change uint8

const (
	none change = iota
	update
	remove
	// addBehind leaves the pod and adds one, whose key follows its.
	addBehind
)

// Of the pods 0.8% are updated, 0.1% deleted, and 0.1% come in addition; of each at least one.
const (
	updatedShare = 8.0 / 1000
	deletedShare = 1.0 / 1000
	addedShare   = 1.0 / 1000
)

// changesOf draws what happens to each of n pods. There must be enough for one of each kind.
func changesOf(n int) []change {
	out := make([]change, n)
	order := rand.New(rand.NewPCG(seed, 1)).Perm(n)
	for _, kind := range []struct {
		change change
		share  float64
	}{{update, updatedShare}, {remove, deletedShare}, {addBehind, addedShare}} {
		count := min(max(int(float64(n)*kind.share), 1), len(order))
		for _, i := range order[:count] {
			out[i] = kind.change
		}
		order = order[count:]
	}
	return out
}

// updated is a pod's next version; what it shares with the old one is only read.
func updated(pod *corev1.Pod, version uint64) *corev1.Pod {
	next := pod.DeepCopy()
	next.ResourceVersion = strconv.FormatUint(version, 10)
	next.Status.Message = "updated to version " + next.ResourceVersion
	return next
}

// addedBehind is a new pod like that one.
func addedBehind(pod *corev1.Pod, version uint64) *corev1.Pod {
	next := updated(pod, version)
	next.Name += "0"
	next.UID = types.UID("added-" + next.ResourceVersion)
	return next
}
