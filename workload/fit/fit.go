package fit

import (
	"time"

	"informerbench/workload/trace"
)

// Fit is what a trace looks like. Numbers that it says nothing about are zero or nil.
type Fit struct {
	Kind       trace.Kind `json:"kind"`
	Started    time.Time  `json:"started,omitzero"`
	Anonymized bool       `json:"anonymized,omitempty"`
	// Dropped is what the recording left out, in its own words.
	Dropped string `json:"dropped,omitempty"`
	// Damage says where the trace is damaged; the numbers are of what stands before.
	Damage string `json:"damage,omitempty"`
	// Gaps are the stretches in which a resource was not watched. Rates and the times between updates leave them out; what
	// came at their ends is counted as events.
	Gaps []Gap `json:"gaps,omitempty"`

	Records int64   `json:"records"`
	Seconds float64 `json:"seconds"` // from the first event to the end

	// Resource is the primary one, whose objects name the cells of a replay: Objects are the listed ones of it, and
	// ObjectBytes is their mean encoded size: protobuf, or JSON of custom resources.
	Resource    string  `json:"resource,omitempty"`
	Objects     int     `json:"objects"`
	ObjectBytes float64 `json:"objectBytes"`
	AllObjects  int     `json:"allObjects"` // listed, of all resources

	// Rates are over all resources, as a replay plays them.
	EventsPerSecond     float64 `json:"eventsPerSecond"`
	PeakEventsPerSecond float64 `json:"peakEventsPerSecond"` // in the busiest second

	Rate      *Rate       `json:"rate,omitempty"` // over all resources
	Resources []*Resource `json:"resources"`
}

// Gap is a stretch in which a resource was not watched, in seconds since the trace began.
type Gap struct {
	Resource string  `json:"resource"`
	From     float64 `json:"fromSeconds"`
	To       float64 `json:"toSeconds"`
}

// Resource is what a trace shows of one resource.
type Resource struct {
	Resource   string `json:"resource"`
	Group      string `json:"group,omitempty"`
	Version    string `json:"version"`
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`

	Listed    int `json:"listed"`
	Live      int `json:"live"` // at the end
	Added     int `json:"added"`
	Modified  int `json:"modified"`
	Deleted   int `json:"deleted"`
	Bookmarks int `json:"bookmarks"`
	Relists   int `json:"relists"` // lists after a lost watch that showed a difference

	Rate *Rate `json:"rate,omitempty"`

	// Namespaces is nil for cluster-wide resources. Objects are those at the end.
	Namespaces *Spread `json:"namespaces,omitempty"`
	Keys       *Keys   `json:"keys,omitempty"`

	Protobuf *Quantiles `json:"protobufBytes,omitempty"`
	JSON     *Quantiles `json:"jsonBytes,omitempty"` // of a sample of the records

	// SpecChanged is the share of updates with a new generation, among those of objects that have one.
	SpecChanged *float64 `json:"specChanged,omitempty"`

	Indexes []Index `json:"indexes,omitempty"`
}

// Events is the number of events.
func (r *Resource) Events() int { return r.Added + r.Modified + r.Deleted }

// Rate is how events spread over time, in windows of one second that lie outside of the gaps.
type Rate struct {
	Mean float64 `json:"mean"` // events a second
	P50  float64 `json:"p50"`
	P99  float64 `json:"p99"`
	Peak float64 `json:"peak"`
	// Burstiness is variance by mean: 0 is steady, 1 is what independent events have.
	Burstiness float64 `json:"burstiness"`
}

// Quantiles of a distribution.
type Quantiles struct {
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	Max  float64 `json:"max"`
	Mean float64 `json:"mean"`
}

// Zipf is a fitted distribution.
type Zipf struct {
	Exponent float64 `json:"exponent"`
	// Distance is the largest one between the cumulative shares, observed and fitted: 0 to 1.
	Distance float64 `json:"distance"`
	Values   int     `json:"values"`
	Samples  int     `json:"samples"`
}

// Spread is how objects spread over namespaces.
type Spread struct {
	Count   int        `json:"count"`
	Objects *Quantiles `json:"objects"`
	Skew    *Zipf      `json:"skew,omitempty"` // by which applications choose their namespace
}

// Keys is how events choose their objects.
type Keys struct {
	Distinct int     `json:"distinct"` // keys with events
	Reused   float64 `json:"reused"`   // share of events on keys that were listed or had one before
	// Top is the share of events on the busiest hundredth of the keys with events.
	Top float64 `json:"topPercent"`
	// Skew is of updates over the objects that are there.
	Skew *Zipf `json:"skew,omitempty"`
	// Between is the time between two updates of one object in seconds.
	Between *Quantiles `json:"secondsBetweenUpdates,omitempty"`
}

// Index is how one index would look.
type Index struct {
	Name   string     `json:"name"`
	Values int        `json:"values"`
	Keys   *Quantiles `json:"keysPerValue,omitempty"`
	// Changed is the share of updates that change the object's values.
	Changed float64 `json:"changedByUpdate"`
}
