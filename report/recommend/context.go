package recommend

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// choose picks, for a figure, the workload under which it was measured: the cluster's own if it
// names one; then the one whose cells reach to the cluster on the most axes, such as one with readers; then the
// one with the most measured cells. It returns "" if there is none.
func (m *Model) choose(c Cluster, figure string) (context string, note string) {
	count, beyond := map[string]int{}, map[string]int{}
	for _, key := range m.keys() {
		if key.figure == figure && c.fits(key.context) && key.subject.adoptable() {
			n := beyondAxes(m.figure(figure), m.series[key].cells, c.point())
			if least, known := beyond[key.context]; !known || n < least {
				beyond[key.context] = n
			}
			count[key.context] += len(m.series[key].cells)
		}
	}
	var contexts []string
	for context := range count {
		contexts = append(contexts, context)
	}
	if len(contexts) == 0 {
		return "", ""
	}
	slices.SortFunc(contexts, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.likes(b), c.likes(a)), cmp.Compare(beyond[a], beyond[b]), cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
	if len(contexts) > 1 {
		note = fmt.Sprintf("%s was measured under %d workloads; used is %s", figure, len(contexts), shown(contexts[0]))
	}
	return contexts[0], note
}

// beyondAxes counts the axes on which a point lies outside the cells.
func beyondAxes(f Figure, cells []*cell, x Point) (n int) {
	for _, a := range f.Axes {
		values := axisValues(cells, a)
		if low, high := values[0], values[len(values)-1]; x[a] != Absent && low != Absent && (x[a] < low || x[a] > high) {
			n++
		}
	}
	return n
}

// fits tells whether a context is of the profile and the workload that the cluster names. A
// context that has no such key is not about it.
func (c Cluster) fits(context string) bool {
	has := strings.Fields(context)
	if key, _, _ := strings.Cut(c.Workload, "="); c.Workload != "" && hasKey(has, key) && !slices.Contains(has, c.Workload) {
		return false
	}
	return c.Profile == "" || !hasKey(has, "profile") || slices.Contains(has, "profile="+c.Profile)
}

func hasKey(parts []string, key string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, key+"=") })
}

// likes counts in how much a context is what the cluster names.
func (c Cluster) likes(context string) (n int) {
	for _, want := range []string{c.Workload, "profile=" + c.Profile} {
		if slices.Contains(strings.Fields(context), want) {
			n++
		}
	}
	return n
}
