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
	Answers   []answer
	Main      *table // the figures that answer the question; nil if it is not known which do
	Shared    string // what all its results have in common
	Questions []*asked

	figures []Figure
}

// asked is one question with its charts.
type asked struct {
	ID, Title, About string
	Shared           string // what its results have in common beyond the section
	Charts           []*chart
	Further          []*chart // where Charts are those that answer the scenario's question
	Others           *table   // figures without a chart; nil if there are none

	question question
	cases    []labelled
}

// chart is a drawing with the table behind it. Dots or Lines may be missing.
type chart struct {
	ID, Title string
	Dots      *dots
	Lines     []*lines
	Table     *table

	units []string
}

// sections of a suite, scenarios in order of appearance, questions in that of the list.
func (s *suite) sections(prefix string, o Options) []*section {
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
		sec := &section{ID: fmt.Sprintf("%s-%d", prefix, i+1), Title: p.title()}
		if p.kind == "scenario" {
			sec.Question, sec.figures = o.Questions[p.name], o.Figures[p.name]
		}
		s.fillSection(sec, byPlace[p])
		sec.Main = s.mainTable(sec)
		out = append(out, sec)
	}
	return out
}

// fillSection sorts its rows into questions. Those that answer a scenario's question come first.
func (s *suite) fillSection(sec *section, rows []*row) {
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
		order += len(sec.figures)
		if i := slices.IndexFunc(sec.figures, func(f Figure) bool { return f.is(r) }); i >= 0 {
			order = i
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return g.question == q })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{question: q, order: order})
		}
		groups[i].order = min(groups[i].order, order)
		groups[i].rows = append(groups[i].rows, r)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(a.order, b.order) })
	for i, g := range groups {
		a := s.asked(fmt.Sprintf("%s-%d", sec.ID, i+1), g.question, g.rows, shared)
		a.sort(sec)
		sec.Questions = append(sec.Questions, a)
	}
}

// sort leaves out of sight what does not answer a scenario's question, if it is known what does.
func (a *asked) sort(sec *section) {
	if len(sec.figures) == 0 {
		return
	}
	var main []*chart
	for _, c := range a.Charts {
		answers := slices.ContainsFunc(a.cases, func(l labelled) bool {
			return slices.ContainsFunc(c.units, func(unit string) bool { return sec.rank(l.row, unit) < len(sec.figures) })
		})
		if answers {
			main = append(main, c)
		} else {
			a.Further = append(a.Further, c)
		}
	}
	a.Charts = main
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
