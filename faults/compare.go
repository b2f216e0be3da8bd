package faults

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Difference is something in which two informers that lived through the same plan differ.
type Difference struct {
	What    string
	Because string // the explanation, and where client-go decides it; empty: there is none
}

func (d Difference) String() string {
	if d.Because == "" {
		return d.What + " (unexplained)"
	}
	return d.What + " (" + d.Because + ")"
}

// Compare lists how the lives of our informer and of the peer, client-go's, through one plan
// differ: what the judge found of one alone, and what their handlers were told in
// different ways.
//
// Histories need not be equal: the two wait for random times, so they are away from the server
// at different times, and what is written meanwhile each sees as one change. What is compared
// are steps. A step is two calls about one key, one after the other. Where both
// handlers of the same name were told of the same two states, one after the other, the second
// must have been told in the same way (add, update, delete, or tombstone). That each is
// else told a history that the server had, up to its end, the judge sees to.
func Compare(p Plan, ours, peer Report) []Difference {
	var all []Difference
	for _, v := range ours.Violations {
		all = append(all, Difference{What: "ours " + v.String()})
	}
	for _, v := range peer.Violations {
		all = append(all, Difference{What: "client-go " + v.String(), Because: explain(p, v)})
	}
	for _, name := range slices.Sorted(maps.Keys(ours.Histories)) {
		for _, key := range slices.Sorted(maps.Keys(ours.Histories[name])) {
			if what := differ(steps(ours.Histories[name][key]), steps(peer.Histories[name][key])); what != "" {
				all = append(all, Difference{What: fmt.Sprintf("%s, %s: %s", name, key, what)})
			}
		}
	}
	return all
}

// stepOf is what a handler knew, and what it was told then; the way is the rest.
type stepOf struct {
	before, after state
}

// state is one of an object, or that there is none.
type state struct {
	uid     string
	version uint64
	gone    bool
}

func steps(history []Told) map[stepOf]string {
	ways := map[stepOf]string{}
	before := state{gone: true}
	for _, t := range history {
		after := state{t.UID, t.Version, t.Verb == "delete"}
		if after == before {
			continue // a resync, or an event that came twice
		}
		way := t.Verb
		if t.Tombstone {
			way = "tombstone"
		}
		ways[stepOf{before, after}] = way
		if before = after; after.gone {
			before = state{gone: true}
		}
	}
	return ways
}

func differ(ours, peer map[stepOf]string) string {
	for step, way := range ours {
		if other, ok := peer[step]; ok && other != way {
			return fmt.Sprintf("%s@%d was told as %s, by client-go as %s", step.after.uid, step.after.version, way, other)
		}
	}
	return ""
}

// explanation is why client-go does not pass the judge, and where it decides that.
type explanation struct {
	kind, detail string // of what is found
	fault        Kind   // that the plan must have; empty: any plan
	because      string
}

// explained is every difference that is known. Each is told in the documentation of the
// package of ours that is different: reflector, fifo or informer.
var explained = []explanation{
	{BadHistory, "but it is not there", Duplicate, "a deletion that comes twice is told twice: processDeltas in tools/cache/controller.go does not ask whether the object is there"},
	{Unchanged, "", "", "until resyncs are first considered a relist shows what has not changed to those who want no resyncs: sharedProcessor.addListener in tools/cache/shared_informer.go lets each begin as one that does"},
	{Diverged, "", Silence, "a watch that is silent is waited for without end: handleAnyWatch in tools/cache/reflector.go"},
	{Diverged, "", NoAnswer, "an answer that never comes is waited for without end: list and watchList in tools/cache/reflector.go"},
	{SlowStop, "", "", "calls that take no context and the pauses of a streaming list are waited for: ListWatch.Watch in tools/cache/listwatch.go, watchList in tools/cache/reflector.go"},
}

func explain(p Plan, v Violation) string {
	for _, e := range explained {
		has := e.fault == "" || p.count(func(s Step) bool { return s.Fault.Kind == e.fault }) > 0
		if has && v.Kind == e.kind && strings.Contains(v.Detail, e.detail) {
			return e.because
		}
	}
	return ""
}
