package syncbench

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/bench/loopback"
)

// State is what a store must hold.
type State struct {
	Objects  loopback.Sum
	Contents loopback.Sum // of the sampled objects
}

func (s *State) add(o metav1.Object, f Form, of int) error {
	s.Objects.Add(loopback.Digest(o))
	if !sampled(o, of) {
		return nil
	}
	digest, err := contents(o, f)
	s.Contents.Add(digest)
	return err
}

// Outlook is what the server tells a client beforehand: both states, and the calls
// of its handler.
type Outlook struct {
	First, Then State
	Initial     loopback.Told
	Relist      loopback.Told
	// Stable are keys of objects that are the same in both states.
	Stable []string
	// Pods of the first state; it says which objects are sampled.
	Pods int
}

// stableKeys is how many of them a reader goes round at the most.
const stableKeys = 1 << 12
