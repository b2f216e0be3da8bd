package storebench

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// measurement is a row as one process measures it: one line of its output.
type measurement struct {
	row   Row
	procs int
	yield string // "on" or "off" for stores that have the option, in rows that show it
}

// name is the full name of the result. GOMAXPROCS stands at the end as package testing
// appends it.
func (m measurement) name(store string, objects int) string {
	params := append([]string{fmt.Sprintf("objects=%d", objects)}, m.row.Params...)
	if m.yield != "" {
		params = append(params, "yield="+m.yield)
	}
	name := fmt.Sprintf("Store/store=%s/op=%s/%s", store, m.row.Op, strings.Join(params, "/"))
	if m.procs > 1 {
		name += fmt.Sprintf("-%d", m.procs)
	}
	return name
}

// plan lists what a process measures: the rows in order, those that show scaling with each of
// the numbers of processors and the others with the largest. With a million objects all take the
// largest, for time.
func plan(s subject, objects int, rows []Row, procs []int) []measurement {
	var out []measurement
	for _, row := range rows {
		if row.at != nil && !row.at(objects) {
			continue
		}
		use := procs
		if !row.scaling || objects >= aMillion {
			use = []int{slices.Max(procs)}
		}
		yields := []string{""}
		if row.yields && s.neverYield != nil {
			yields = []string{"on", "off"}
		}
		for _, p := range use {
			for _, yield := range yields {
				out = append(out, measurement{row, p, yield})
			}
		}
	}
	return out
}

// Select returns the rows whose op matches one of the patterns, such as "get" or "scale*";
// "all" is every row.
func Select(patterns []string) ([]Row, error) {
	all := Rows()
	var ops []string
	for _, r := range all {
		if !slices.Contains(ops, r.Op) {
			ops = append(ops, r.Op)
		}
	}
	chosen := map[string]bool{}
	for _, pattern := range patterns {
		if pattern == "all" {
			pattern = "*"
		}
		matched := false
		for _, op := range ops {
			if ok, err := path.Match(pattern, op); err != nil {
				return nil, fmt.Errorf("rows %q: %w", pattern, err)
			} else if ok {
				chosen[op], matched = true, true
			}
		}
		if !matched {
			return nil, fmt.Errorf("no rows %q: there are %s, and all", pattern, strings.Join(ops, ", "))
		}
	}
	return slices.DeleteFunc(all, func(r Row) bool { return !chosen[r.Op] }), nil
}
