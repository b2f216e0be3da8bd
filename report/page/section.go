package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// section is a scenario, or a measure that stands for itself.
type section struct {
	ID, Title string
	Question  string // what a scenario answers, if that is known
	Shared    string // what all its results have in common
	Questions []*asked
}

// asked is one question with its charts.
type asked struct {
	ID, Title, About string
	Shared           string // what its results have in common beyond the section
	Charts           []*chart
	Others           *table // figures without a chart; nil if there are none

	question question
	cases    []labelled
}

// chart is a drawing with the table behind it. Dots or Lines may be missing.
type chart struct {
	ID, Title string
	Dots      *dots
	Lines     []*lines
	Table     *table
}

// sections of a suite, scenarios in order of appearance, questions in that of the list.
func (s *suite) sections(prefix string, known map[string]string) []*section {
	var out []*section
	var places []place
	byPlace := map[place][]*row{}
	for _, r := range s.rows {
		if byPlace[r.place] == nil {
			places = append(places, r.place)
		}
		byPlace[r.place] = append(byPlace[r.place], r)
	}
	for i, p := range places {
		sec := s.section(fmt.Sprintf("%s-%d", prefix, i+1), p, byPlace[p])
		if p.kind == "scenario" {
			sec.Question = known[p.name]
		}
		out = append(out, sec)
	}
	return out
}

func (s *suite) section(id string, p place, rows []*row) *section {
	sec := &section{ID: id, Title: p.title()}
	shared := sharedPairs(rows)
	sec.Shared = joinPairs(shared)
	type group struct {
		question
		order int
		rows  []*row
	}
	var groups []*group
	for _, r := range rows {
		q, order := questionOf(r)
		i := slices.IndexFunc(groups, func(g *group) bool { return g.question == q })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{question: q, order: order})
		}
		groups[i].rows = append(groups[i].rows, r)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(a.order, b.order) })
	for i, g := range groups {
		sec.Questions = append(sec.Questions, s.asked(fmt.Sprintf("%s-%d", id, i+1), g.question, g.rows, shared))
	}
	return sec
}

func (s *suite) asked(id string, q question, rows []*row, known []pair) *asked {
	a := &asked{ID: id, Title: q.title, About: q.about, question: q}
	slices.SortStableFunc(rows, compareRows)
	own := sharedPairs(rows)
	a.Shared = joinPairs(slices.DeleteFunc(slices.Clone(own), func(p pair) bool {
		return slices.Contains(known, p) || p.key == "op" || p.key == "gomaxprocs"
	}))
	a.cases = casesOf(rows, own)
	families, others := s.families(rows)
	for i, f := range families {
		a.Charts = append(a.Charts, s.chart(fmt.Sprintf("%s-%d", id, i+1), f, a.cases))
	}
	a.Others = s.othersTable(others, a.cases)
	return a
}

// labelled is a row with what tells it from the others of its question.
type labelled struct {
	*row
	own   []pair
	label string
}

func casesOf(rows []*row, shared []pair) (out []labelled) {
	for _, r := range rows {
		own := slices.DeleteFunc(slices.Clone(r.pairs), func(p pair) bool { return slices.Contains(shared, p) })
		out = append(out, labelled{r, own, joinPairs(own)})
	}
	return out
}

// sharedPairs are the keys that have the same value wherever they occur.
func sharedPairs(rows []*row) (out []pair) {
	values := map[string]map[string]bool{}
	count := map[string]int{}
	var order []pair
	for _, r := range rows {
		for _, p := range r.pairs {
			if values[p.key] == nil {
				values[p.key] = map[string]bool{}
				order = append(order, p)
			}
			values[p.key][p.value] = true
			count[p.key]++
		}
	}
	for _, p := range order {
		// Of several questions each may have keys of its own; within one, a key that some
		// rows lack tells rows apart.
		everywhere := count[p.key] == len(rows) || !sameMeasure(rows)
		if p.key != "" && len(values[p.key]) == 1 && everywhere {
			out = append(out, p)
		}
	}
	return out
}

func sameMeasure(rows []*row) bool {
	for _, r := range rows {
		if r.measure != rows[0].measure || r.op() != rows[0].op() {
			return false
		}
	}
	return true
}

// compareRows orders by the values of keys, numbers by size.
func compareRows(a, b *row) int {
	for i := range min(len(a.pairs), len(b.pairs)) {
		if a.pairs[i].key != b.pairs[i].key {
			return strings.Compare(a.pairs[i].key, b.pairs[i].key)
		}
		if c := compareValues(a.pairs[i].value, b.pairs[i].value); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a.pairs), len(b.pairs))
}

func compareValues(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a, b)
}
