package recommend

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// measured is the name of a result, taken apart.
type measured struct {
	measure string
	keys    map[string]string
	at      Point // every axis that the name has
}

// axisKeys are the keys that hold the value of an axis. Results on whole informers
// count pods.
var axisKeys = map[string]Axis{
	"objects": Objects, "pods": Objects, "readers": Readers, "indexes": Indexes, "rate": Rate, "handlers": Handlers,
}

// subjectKeys, and keys that follow from others or say the same as GOMAXPROCS, are no
// part of what must be alike.
var subjectKeys = []string{"informer", "queue", "store", "kept", "repeat", "events", "seed", "procs"}

// parseName understands names such as Staleness/store=cow/objects=10000/rate=2000-2.
// Package testing appends GOMAXPROCS, unless it is 1.
func parseName(name benchfmt.Name) measured {
	base, parts := name.Parts()
	m := measured{measure: string(base), keys: map[string]string{}, at: Everywhere()}
	m.at[Cores] = 1
	for _, part := range parts {
		text := string(part)
		if cores, ok := strings.CutPrefix(text, "-"); ok {
			if n, err := strconv.ParseFloat(cores, 64); err == nil {
				m.at[Cores] = n
			}
			continue
		}
		key, value, _ := strings.Cut(strings.TrimPrefix(text, "/"), "=")
		axis, isAxis := axisKeys[key]
		if n, err := strconv.ParseFloat(value, 64); isAxis && err == nil && n >= 0 {
			m.at[axis] = n
			continue
		}
		m.keys[key] = value
	}
	return m
}

// context is what all cells of a series share beside subject and figure: the keys that
// are no axis of the figure, in a fixed order, such as "mix=churn profile=small".
func (m measured) context(f Figure) string {
	var parts []string
	for key, value := range m.keys {
		if !slices.Contains(subjectKeys, key) && f.Keys[key] != value {
			parts = append(parts, key+"="+value)
		}
	}
	for a, v := range m.at {
		switch axis := Axis(a); {
		case v == Absent || axis == Cores:
		case slices.Contains(f.Axes, axis):
			// Cells with and without a value cannot lie on one axis.
			parts = append(parts, axis.String()+anyValue)
		default:
			parts = append(parts, axis.String()+"="+plain(v))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// anyValue stands in a context for the value of an axis.
const anyValue = "=*"

// shown is a context without what it says about axes.
func shown(context string) string {
	parts := slices.DeleteFunc(strings.Fields(context), func(p string) bool { return strings.HasSuffix(p, anyValue) })
	if len(parts) == 0 {
		return "the only workload measured"
	}
	return strings.Join(parts, " ")
}

// point is where the result lies among the cells of the figure. A result that does not
// speak of readers had none.
func (m measured) point(f Figure) Point {
	p := Everywhere()
	for _, a := range f.Axes {
		p[a] = m.at[a]
		if a == Readers && p[a] == Absent {
			p[a] = 0
		}
	}
	return p
}
