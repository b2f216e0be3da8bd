package faults

import (
	"time"

	"informerbench/reflector"
)

// Plan is one simulated life of a server and its informer: plain data, drawn from a seed
// ([Draw]) or read from its text ([Parse]). Any subset of its steps is a plan, too, which
// is what shrinking rests on.
type Plan struct {
	Seed  uint64
	Setup Setup
	Steps []Step // in order of At; those of one instant happen in their order
}

// Setup is which informer lives through the plan, and how it speaks with the server.
type Setup struct {
	Store    string // a name of stores/catalog
	Queue    string // inorder, deltafifo or direct
	List     reflector.ListMode
	Encoding string // json or protobuf
	Source   string // listwatch or contextless (client-go's), wire or shared (ours)
	Decoders int    // of ours; 0: as many as there are cores
	PageSize int64  // the informer's limit for a page; 0: its own rules
	PageCap  int64  // the server's limit for a page; 0: none
	Resync   time.Duration
}

// Verb is what a step does.
type Verb string

const (
	// Put creates the object, or updates it if it is there.
	Put Verb = "put"
	// Delete deletes the object if it is there.
	Delete Verb = "delete"
	// Recreate deletes the object and creates it at once under a new UID.
	Recreate Verb = "recreate"
	// Join lets a further handler join the informer.
	Join Verb = "join"
	// Stop stops the informer, which has a second for it, and starts a new one.
	Stop Verb = "stop"
	// Strike lets a fault happen, or prepares one for the requests to come.
	Strike Verb = "fault"
)

// Step is one line of a plan.
type Step struct {
	At    time.Duration // since the start, in simulated time
	Do    Verb
	Key   string // of the object, namespace/name
	No    int    // what the object says after it; different in each step
	Fault Fault  // of Strike
}

// Fault is what goes wrong. Which fields count depends on its kind; zero means the
// kind's usual.
type Fault struct {
	Kind Kind
	On   Target        // which requests it meets
	N    int           // how many requests, events or versions
	Code int           // of an HTTP status
	For  time.Duration // how long it lasts
	Wait time.Duration // Retry-After
	Mode string
}

// IsEvent tells whether the step writes an object.
func (s Step) IsEvent() bool { return s.Do == Put || s.Do == Delete || s.Do == Recreate }

// Faults counts the faults of a plan. A kick, which only makes a client ask again so that
// it meets the fault prepared beside it, is counted like any other.
func (p Plan) Faults() int { return p.count(func(s Step) bool { return s.Do == Strike }) }

// Events counts the writes after the start.
func (p Plan) Events() int {
	return p.count(func(s Step) bool { return s.IsEvent() && s.At > 0 })
}

// Keys counts the objects that the plan speaks of.
func (p Plan) Keys() int {
	keys := map[string]bool{}
	for _, s := range p.Steps {
		if s.IsEvent() {
			keys[s.Key] = true
		}
	}
	return len(keys)
}

func (p Plan) count(which func(Step) bool) int {
	n := 0
	for _, s := range p.Steps {
		if which(s) {
			n++
		}
	}
	return n
}

// End is when the last step has happened and every fault with a length is over.
func (p Plan) End() time.Duration {
	var end time.Duration
	for _, s := range p.Steps {
		end = max(end, s.At+s.Fault.For)
	}
	return end
}
