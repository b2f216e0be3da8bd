package faults

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"informerbench/reflector"
)

// The least that a drawn plan has.
const (
	LeastKeys   = 50
	LeastEvents = 300
	LeastFaults = 5
)

// Draw draws a plan. The same seed gives the same plan.
func Draw(seed uint64) Plan {
	d := drawer{rand.New(rand.NewPCG(seed, 0xfa017))}
	p := Plan{Seed: seed, Setup: d.setup()}
	end := d.duration(10*time.Minute, 25*time.Minute)
	p.Steps = append(p.Steps, d.population()...)
	instants := d.instants(end)
	p.Steps = append(p.Steps, d.events(instants)...)
	p.Steps = append(p.Steps, d.strikes(instants, end)...)
	p.Steps = append(p.Steps, Step{At: d.instant(end), Do: Join})
	if d.oneIn(4) {
		p.Steps = append(p.Steps, Step{At: d.strikeTime(instants, end) + d.duration(0, 3*time.Second), Do: Stop})
	}
	slices.SortStableFunc(p.Steps, func(a, b Step) int { return cmp.Compare(a.At, b.At) })
	p.Steps = quietBookmarks(p.Steps)
	return p
}

type drawer struct{ *rand.Rand }

func (d drawer) oneIn(n int) bool { return d.IntN(n) == 0 }

func (d drawer) between(least, most int) int { return least + d.IntN(most-least+1) }

// duration draws whole milliseconds, for plans are read by people.
func (d drawer) duration(least, most time.Duration) time.Duration {
	return time.Duration(d.between(int(least.Milliseconds()), int(most.Milliseconds()))) * time.Millisecond
}

func (d drawer) instant(end time.Duration) time.Duration { return d.duration(time.Millisecond, end) }

func pick[T any](d drawer, of ...T) T { return of[d.IntN(len(of))] }

func (d drawer) setup() Setup {
	s := Setup{
		Store:    pick(d, "mvcc", "mvcc", "mvcc", "mvcc", "clientgo", "rwmutex", "sharded", "cow"),
		Queue:    pick(d, "inorder", "deltafifo", "direct"),
		List:     pick(d, reflector.ListStream, reflector.ListPaged),
		Encoding: pick(d, "json", "protobuf", "protobuf"),
		Source:   pick(d, listWatch, contextless, overWire, sharedWire),
	}
	if s.Source == overWire || s.Source == sharedWire {
		s.Decoders = d.between(1, 3)
	}
	if d.oneIn(3) {
		s.PageSize = int64(d.between(5, 30))
	}
	if d.oneIn(3) {
		s.PageCap = int64(d.between(7, 40))
	}
	if d.oneIn(4) {
		s.Resync = d.duration(2*time.Minute, 8*time.Minute).Round(time.Second)
	}
	return s
}

// keyed is the objects of a plan: a few namespaces, so that an index has something to do.
const keyed = 70

func keyName(i int) string { return fmt.Sprintf("ns-%d/k%02d", i%3, i) }

// population is what is there before the informer starts: all but the last keys.
func (d drawer) population() []Step {
	steps := make([]Step, d.between(LeastKeys, keyed-10))
	for i := range steps {
		steps[i] = Step{Do: Put, Key: keyName(i), No: i + 1}
	}
	return steps
}

// instants are when the server is busy.
func (d drawer) instants(end time.Duration) []time.Duration {
	all := make([]time.Duration, d.between(15, 40))
	for i := range all {
		all[i] = d.instant(end)
	}
	slices.Sort(all)
	return all
}

// events are bursts at the instants, some slow enough that each event arrives by itself.
func (d drawer) events(instants []time.Duration) []Step {
	steps := make([]Step, d.between(LeastEvents, LeastEvents+60))
	for i := range steps {
		at := instants[i*len(instants)/len(steps)]
		steps[i] = Step{At: at + d.offset(), Do: d.verb(), Key: keyName(d.IntN(keyed)), No: 1000 + i}
	}
	return steps
}

func (d drawer) offset() time.Duration {
	if d.oneIn(6) {
		return d.duration(0, 3*time.Second)
	}
	return 0
}

func (d drawer) verb() Verb {
	return pick(d, Put, Put, Put, Put, Put, Put, Delete, Delete, Recreate)
}

// quietBookmarks moves every event out of the time in which only bookmarks come.
func quietBookmarks(steps []Step) []Step {
	var until time.Duration
	for i, s := range steps {
		if s.Fault.Kind == Bookmarks {
			until = max(until, s.At+s.Fault.For)
		}
		if s.IsEvent() && s.At > 0 && s.At < until {
			steps[i].At = until
		}
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return cmp.Compare(a.At, b.At) })
	return steps
}
