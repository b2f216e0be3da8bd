package scenarios

import (
	"fmt"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

// Unset is the value of a number that is left to the scenario.
const Unset = -1

// Params are what a user may choose of any scenario. Empty strings and durations, and Unset numbers, are left to it.
type Params struct {
	Profile  workload.Profile // size of the objects
	Objects  int              // of the primary resource
	Readers  int              // reader goroutines
	Handlers int              // of each informer
	Indexes  int              // of the primary resource
	Rate     int              // events a second
	Source   reflectorbench.Source
	Seed     uint64        // 0: 1
	Length   time.Duration // of the measured phase, where the events do not give it
	Period   time.Duration // between two lists of what polls
	Cost     time.Duration // what a slow handler takes for each event

	Changed   int // of mass-relist: the percentage that changes while the informer is told of nothing
	Late      int // of late-handlers: how many come
	Informers int // of startup-20: how many there are
}

// Free are parameters that are all left to the scenario.
func Free() Params {
	return Params{
		Objects: Unset, Readers: Unset, Handlers: Unset, Indexes: Unset, Rate: Unset,
		Changed: Unset, Late: Unset, Informers: Unset,
	}
}

// common is what a scenario has that does not say otherwise.
func common() Params {
	return Params{
		Profile: workload.Small, Objects: 100_000, Readers: 4, Handlers: 1, Indexes: 3, Rate: 2000, Source: reflectorbench.Memory,
		Seed: 1, Length: 2 * time.Second, Changed: 30, Late: 8, Informers: 20,
	}
}

// Or returns p with what is free taken from other.
func (p Params) Or(other Params) Params {
	for _, n := range []struct{ have, other *int }{
		{&p.Objects, &other.Objects}, {&p.Readers, &other.Readers}, {&p.Handlers, &other.Handlers}, {&p.Indexes, &other.Indexes}, {&p.Rate, &other.Rate},
		{&p.Changed, &other.Changed}, {&p.Late, &other.Late}, {&p.Informers, &other.Informers},
	} {
		if *n.have == Unset {
			*n.have = *n.other
		}
	}
	for _, d := range []struct{ have, other *time.Duration }{{&p.Length, &other.Length}, {&p.Period, &other.Period}, {&p.Cost, &other.Cost}} {
		if *d.have == 0 {
			*d.have = *d.other
		}
	}
	if p.Profile == "" {
		p.Profile = other.Profile
	}
	if p.Source == "" {
		p.Source = other.Source
	}
	if p.Seed == 0 {
		p.Seed = other.Seed
	}
	return p
}

// The largest values keep a slip of the finger from filling the machine.
const (
	mostReaders   = 1000
	mostHandlers  = 1000
	mostIndexes   = 64
	mostLate      = 1000
	mostInformers = 1000
	mostRate      = 1_000_000
	mostLength    = time.Hour
	mostPeriod    = 20 * time.Second // verification gives up after more without a change
)

// Validate reports the first value that cannot be measured in that scenario.
func (p Params) Validate(s Scenario) error {
	for _, n := range []struct {
		name            string
		have, low, high int
	}{
		{"objects", p.Objects, 1, workload.MaxObjects}, {"readers", p.Readers, s.MinReaders, mostReaders},
		{"handlers", p.Handlers, 1, mostHandlers}, {"indexes", p.Indexes, s.MinIndexes, mostIndexes}, {"rate", p.Rate, 1, mostRate},
		{"changed", p.Changed, 0, 100}, {"late", p.Late, 1, mostLate}, {"informers", p.Informers, 1, mostInformers},
	} {
		if n.have < n.low || n.have > n.high {
			return fmt.Errorf("%s is %d: in scenario %s it must lie between %d and %d", n.name, n.have, s.Name, n.low, n.high)
		}
	}
	for _, d := range []struct {
		name       string
		have, most time.Duration
	}{{"length", p.Length, mostLength}, {"period", p.Period, mostPeriod}, {"cost", p.Cost, mostLength}} {
		if d.have < 0 || d.have > d.most {
			return fmt.Errorf("%s is %v: it must lie between 0 and %v", d.name, d.have, d.most)
		}
	}
	if p.Source != reflectorbench.Memory && p.Source != reflectorbench.HTTP {
		return fmt.Errorf("unknown source %q: allowed are %s, %s", p.Source, reflectorbench.Memory, reflectorbench.HTTP)
	}
	if s.Instead != nil && p.Source != reflectorbench.HTTP {
		return fmt.Errorf("scenario %s is about requests and bytes: its source is %s, not %s", s.Name, reflectorbench.HTTP, p.Source)
	}
	_, err := workload.ParseProfile(string(p.Profile))
	return err
}
