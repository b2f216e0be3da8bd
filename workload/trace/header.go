package trace

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"informerbench/workload"
)

// Kind says what a trace holds.
type Kind string

// The kinds of traces.
const (
	// Population traces hold the objects of a population, as Added events.
	Population Kind = "population"
	// Stream traces hold events that follow a population.
	Stream Kind = "stream"
	// Recording traces hold what a cluster's lists and watches gave, with the times of
	// arrival.
	Recording Kind = "recording"
)

// Header says what a trace holds and what it was made from.
type Header struct {
	Kind Kind `json:"kind"`
	// Config generated the population, or the one that the stream follows; zero in a recording.
	Config workload.Config `json:"config,omitzero"`
	// Mix and StreamSeed are those of a stream.
	Mix        workload.Mix `json:"mix,omitempty"`
	StreamSeed uint64       `json:"streamSeed,omitempty"`
	// Resources are those of which the trace may hold objects. NewWriter fills in the
	// generator's own, except for a recording.
	Resources []ResourceInfo `json:"resources"`
	// Started is when a recording began: the time of offset 0.
	Started time.Time `json:"started,omitzero"`
	// Anonymized says that names, texts and addresses are keyed hashes.
	Anonymized bool `json:"anonymized,omitempty"`
	// Dropped says in words what a recorder left out.
	Dropped string `json:"dropped,omitempty"`
}

// ResourceInfo describes one resource of a trace.
type ResourceInfo struct {
	Group      string `json:"group,omitempty"`
	Version    string `json:"version"`
	Resource   string `json:"resource"` // plural
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced,omitempty"`
}

// InfoOf describes a kind in a header.
func InfoOf(k workload.Kind) ResourceInfo {
	return ResourceInfo{Group: k.GVK.Group, Version: k.GVK.Version, Kind: k.GVK.Kind, Resource: string(k.Resource), Namespaced: k.Namespaced}
}

// AsKind is the opposite of InfoOf.
func (i ResourceInfo) AsKind() workload.Kind {
	return workload.Kind{
		Resource:   workload.Resource(i.Resource),
		GVK:        schema.GroupVersionKind{Group: i.Group, Version: i.Version, Kind: i.Kind},
		Namespaced: i.Namespaced,
	}
}

// maxResources bounds the resources of a header; no cluster serves so many.
const maxResources = 4096

func (h Header) withDefaults() Header {
	if len(h.Resources) == 0 && h.Kind != Recording {
		for _, k := range workload.Kinds() {
			h.Resources = append(h.Resources, InfoOf(k))
		}
	}
	return h
}

func (h Header) validate() error {
	kinds := []Kind{Population, Stream, Recording}
	if !slices.Contains(kinds, h.Kind) {
		return fmt.Errorf("unknown kind of trace %q: allowed are %s, %s, %s", h.Kind, Population, Stream, Recording)
	}
	if n := len(h.Resources); n == 0 || n > maxResources {
		return fmt.Errorf("%d resources in the header: allowed are 1 to %d", n, maxResources)
	}
	for i, r := range h.Resources {
		if r.Resource == "" || r.Version == "" || r.Kind == "" {
			return errors.New("a resource in the header needs resource, version and kind")
		}
		if slices.ContainsFunc(h.Resources[:i], func(o ResourceInfo) bool { return o.Resource == r.Resource }) {
			return fmt.Errorf("two resources named %q in the header", r.Resource)
		}
	}
	return nil
}
