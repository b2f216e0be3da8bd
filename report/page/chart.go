package page

import (
	"fmt"
	"slices"
	"strconv"
)

// mostDots is how many lines a drawing may have before it is left to the curves.
const mostDots = 48

func (s *suite) chart(id string, f *family, cases []labelled) *chart {
	cases = slices.DeleteFunc(slices.Clone(cases), func(c labelled) bool { return len(s.linesOf(c.row, f.main)) == 0 })
	c := &chart{ID: id, Title: f.title, Table: s.table(f, cases), units: f.units}
	for i, sc := range scalings(cases) {
		if l := s.scaling(fmt.Sprintf("%s-s%d", id, i+1), f, sc); l != nil {
			c.Lines = append(c.Lines, l)
		}
	}
	scales := len(c.Lines) > 0
	c.Lines = append(c.Lines, s.percentileCurves(id, f, cases)...)
	total := 0
	for _, cs := range cases {
		total += len(s.linesOf(cs.row, f.main))
	}
	if total <= mostDots || !scales {
		c.Dots = s.dots(id+"-d", f, cases)
	}
	return c
}

// scaling is a key whose numbers vary while everything else stays.
type scalingOf struct {
	key   string
	panel string // what stays
	cases []labelled
}

// mostPanels bounds how many drawings one key gets: the table has them all.
const mostPanels = 4

// scalings finds the keys with at least two numbers, and the cases that differ in
// nothing else. A key with few numbers gives way where there are too many.
func scalings(cases []labelled) (out []scalingOf) {
	for _, key := range numericKeys(cases) {
		var panels []scalingOf
		for _, c := range cases {
			rest := joinPairs(slices.DeleteFunc(slices.Clone(c.own), func(p pair) bool { return p.key == key }))
			if _, err := strconv.ParseFloat(get(c.own, key), 64); err != nil {
				continue
			}
			i := slices.IndexFunc(panels, func(p scalingOf) bool { return p.panel == rest })
			if i < 0 {
				i = len(panels)
				panels = append(panels, scalingOf{key: key, panel: rest})
			}
			panels[i].cases = append(panels[i].cases, c)
		}
		panels = slices.DeleteFunc(panels, func(p scalingOf) bool { return len(p.cases) < 2 })
		out = append(out, panels[:min(len(panels), mostPanels)]...)
	}
	return out
}

func numericKeys(cases []labelled) (keys []string) {
	values := map[string]map[string]bool{}
	for _, c := range cases {
		for _, p := range c.own {
			if _, err := strconv.ParseFloat(p.value, 64); err != nil || p.key == "" {
				continue
			}
			if values[p.key] == nil {
				values[p.key] = map[string]bool{}
				keys = append(keys, p.key)
			}
			values[p.key][p.value] = true
		}
	}
	return slices.DeleteFunc(keys, func(k string) bool { return len(values[k]) < 2 })
}
