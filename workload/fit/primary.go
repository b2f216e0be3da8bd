package fit

// Primary is the resource that replayed cells count: the one with the most listed objects, and of equals the one that
// the trace names first. It is nil for a trace that lists none. Each resource has an informer of its own, so a
// description of one cache is of one resource; which one the settings resemble is another question, see [Fit.Basis].
func (f *Fit) Primary() *Resource {
	var best *Resource
	for _, r := range f.Resources {
		if r.Listed > 0 && (best == nil || r.Listed > best.Listed) {
			best = r
		}
	}
	return best
}

// describePrimary fills in what is told of the primary resource alone. sizes are the mean sizes of the resources' objects.
func (f *Fit) describePrimary(sizes map[*Resource]float64) {
	if r := f.Primary(); r != nil {
		f.Resource, f.Objects, f.ObjectBytes = r.Resource, r.Listed, sizes[r]
		return
	}
	// Nothing was listed: what came with events has a size.
	if r := f.Basis(); r != nil {
		f.Resource, f.ObjectBytes = r.Resource, sizes[r]
	}
}
