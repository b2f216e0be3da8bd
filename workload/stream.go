package workload

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// Stream is an endless sequence of events that could follow a population: it
// keeps a model of what is alive, so it never updates or deletes an absent key
// and never adds a present one. A Stream is not safe for concurrent use.
//
// Every event has an object of its own. In a Real population it is made by
// encoding and decoding its predecessor and then changing its status, so that
// the two share no memory, just as two events of a watch share none; that costs
// some tens of microseconds. In a Small one it is a copy of the struct that
// shares strings, labels and owner references with its predecessor: two
// allocations and a few hundred nanoseconds, for a memory that no decoder leaves.
type Stream struct {
	layout  *layout
	dice    dice
	version uint64
	events  int64
	step    func() Event
	ended   bool // a wave, with the last event
}

// eventsPerSecond is the pace of the stream's own clock. It gives objects their
// times and has nothing to do with the pace at which they are sent: see Play.
const eventsPerSecond = 100

// NewStream returns the stream of a mix over a population. Versions of its
// objects follow the population's: p.Version()+1, +2, … in order of Next, over all
// resources. Making one costs O(live objects). It panics when the population
// lacks one of m.Resources().
func NewStream(p *Population, m Mix, seed uint64) *Stream {
	for _, r := range m.Resources() {
		if len(p.Objects(r)) == 0 {
			panic(fmt.Sprintf("workload: a %s stream needs %s in the population", m, r))
		}
	}
	s := &Stream{layout: p.layout, version: p.Version(), dice: newDice(seed, domainStream, scramble(p.config.Seed))}
	switch m {
	case Churn:
		s.step = newChurn(s, p).next
	case Rollout:
		s.step = newRollout(s, p).next
	case Heartbeat:
		s.step = newHeartbeat(s, p).next
	case NodeFailure:
		s.step = newNodeFailure(s, p).next
	case Flap:
		s.step = newFlap(s, p).next
	case RolloutStorm:
		s.step = newRolloutStorm(s, p).next
	case NodeLoss:
		s.step = newNodeLoss(s, p).next
	case NamespaceDeletion:
		s.step = newNamespaceDeletion(s, p).next
	default:
		panic(fmt.Sprintf("workload: unknown mix %q: allowed are %s", m, joined(slices.Concat(Mixes(), Waves()))))
	}
	return s
}

// Next returns the next event. There is always one.
func (s *Stream) Next() Event {
	s.version++
	s.events++
	s.ended = false
	return s.step()
}

// EndsWave tells whether the event that Next has returned last was the last of a wave. It is never true of
// a mix that flows evenly.
func (s *Stream) EndsWave() bool { return s.ended }

// now is the stream's own time in Unix seconds.
func (s *Stream) now() int64 { return Epoch + s.events/eventsPerSecond }

func event(r Resource, t watch.EventType, o runtime.Object) Event {
	return Event{Resource: r, Type: t, Object: o}
}
