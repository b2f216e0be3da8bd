package fit

import (
	"math"

	"informerbench/workload"
)

const (
	// realJSON is the size from which the generator's Real profile is closer than padded Small objects.
	realJSON = 6000
	// parts is what the weights of the kinds of events add up to.
	parts = 1000
)

// Basis is the resource whose numbers Settings takes, or nil for a trace without objects: Pods if there are
// any, else Leases, else what has the most objects.
func (f *Fit) Basis() *Resource {
	var best *Resource
	for _, want := range []workload.Resource{workload.Pods, workload.Leases} {
		for _, r := range f.Resources {
			if r.Resource == string(want) && r.objects() > 0 {
				return r
			}
		}
	}
	for _, r := range f.Resources {
		if r.objects() > 0 && (best == nil || r.objects() > best.objects()) {
			best = r
		}
	}
	return best
}

// objects is how many there were at the beginning, or at the end if nothing was listed.
func (r *Resource) objects() int {
	if r.Listed > 0 {
		return r.Listed
	}
	return r.Live
}

// Settings returns those of the generator that resemble the trace, see the package on what they
// leave out; the zero value for a trace without objects.
func (f *Fit) Settings() workload.Settings {
	r := f.Basis()
	if r == nil {
		return workload.Settings{}
	}
	s := workload.Settings{Objects: r.objects(), Mix: workload.Churn, Profile: workload.Small}
	if r.Resource == string(workload.Leases) {
		s.Mix = workload.Heartbeat
	}
	if r.JSON != nil && r.JSON.P50 >= realJSON {
		s.Profile = workload.Real
	}
	if r.Rate != nil {
		s.Rate = r.Rate.Mean
	}
	s.Weights = r.weights()
	if n := r.Namespaces; n != nil {
		s.Namespaces = n.Count
		s.NamespaceSkew = exponent(n.Skew)
	}
	if r.Keys != nil {
		s.UpdateSkew = exponent(r.Keys.Skew)
	}
	s.ObjectBytes = f.objectBytes(r, s.Mix)
	return s
}

func (r *Resource) weights() workload.EventWeights {
	total := float64(r.Events())
	if total == 0 {
		return workload.EventWeights{}
	}
	share := func(n int) int { return int(math.Round(parts * float64(n) / total)) }
	return workload.EventWeights{Added: share(r.Added), Modified: share(r.Modified), Deleted: share(r.Deleted)}
}

func exponent(z *Zipf) *float64 {
	if z == nil {
		return nil
	}
	e := math.Round(z.Exponent*100) / 100
	return &e
}

// objectBytes are the median sizes of what the generator makes; the basis lends its own to the
// generator's primary resource.
func (f *Fit) objectBytes(basis *Resource, m workload.Mix) map[workload.Resource]int {
	sizes := map[workload.Resource]int{}
	for _, r := range f.Resources {
		if _, err := workload.ParseResource(r.Resource); err == nil {
			set(sizes, workload.Resource(r.Resource), r)
		}
	}
	set(sizes, m.Resources()[0], basis)
	return sizes
}

func set(sizes map[workload.Resource]int, as workload.Resource, r *Resource) {
	q := r.Protobuf
	if q == nil {
		q = r.JSON
	}
	if q != nil {
		sizes[as] = int(q.P50)
	}
}
