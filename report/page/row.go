package page

import "strings"

// row is what one benchmark line measures, whatever the subject.
type row struct {
	id      string
	measure string
	place   place
	pairs   []pair   // without subject and place; GOMAXPROCS is the last
	units   []string // in order of appearance
}

// place says which section a row belongs to.
type place struct {
	kind, name string // kind is scenario, trace, mix or measure
}

// takePlace removes the keys that name a scenario, a trace or a mix of events.
func takePlace(n *name) place {
	if v := n.take("scenario"); v != "" {
		return place{"scenario", v}
	}
	if v := n.take("trace"); v != "" {
		if speed := n.take("speed"); speed != "" {
			v += " at speed " + speed
		}
		return place{"trace", v}
	}
	if v := n.take("mix"); v != "" {
		return place{"mix", v}
	}
	return place{"measure", n.measure}
}

// title is the heading of a section.
func (p place) title() string {
	switch p.kind {
	case "scenario":
		return "Scenario " + p.name
	case "trace":
		return "Recorded trace " + p.name
	case "mix":
		return "Generated events, mix " + p.name
	}
	if t, ok := measureTitles[p.name]; ok {
		return t
	}
	return p.name
}

func newRow(n *name) *row {
	r := &row{measure: n.measure, place: takePlace(n), pairs: n.pairs}
	r.pairs = append(r.pairs, pair{"gomaxprocs", n.procs})
	return r
}

// key is equal for the same row of different subjects.
func (r *row) key() string {
	parts := []string{r.measure, r.place.kind, r.place.name}
	for _, p := range r.pairs {
		parts = append(parts, p.key, p.value)
	}
	return strings.Join(parts, "\x00")
}

func (r *row) addUnit(unit string) {
	for _, u := range r.units {
		if u == unit {
			return
		}
	}
	r.units = append(r.units, unit)
}

// op is what a row does, if its measure has rows that do different things.
func (r *row) op() string { return get(r.pairs, "op") }
