package page

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"informerbench/report"
)

// answer is what a section says of a subject before everything else: gains, losses, and how many figures are neither.
type answer struct{ Name, Better, Worse, Rest string }

// answer adds that of a subject. A scenario's own figures are named before the others.
func (sec *section) answer(subject, short string, all []comparedFigure) {
	all = slices.DeleteFunc(slices.Clone(all), func(f comparedFigure) bool { return f.section != sec.Title })
	slices.SortStableFunc(all, func(a, b comparedFigure) int {
		return cmp.Compare(sec.rank(a.row, a.unit), sec.rank(b.row, b.unit))
	})
	if len(all) == 0 {
		return
	}
	out := answer{Name: short}
	var better, worse []comparedFigure
	same, few := 0, 0
	for _, f := range all {
		if i := sec.rank(f.row, f.unit); i < len(sec.figures) {
			f.title = orElse(sec.figures[i].Title, f.title)
		}
		switch f.cell.Verdict {
		case report.Better:
			better = append(better, f)
		case report.Worse:
			worse = append(worse, f)
		case report.NotEnoughSamples:
			few++
		default:
			same++
		}
	}
	if len(better) > 0 {
		out.Better = inWords(better, fewTitles)
	}
	if len(worse) > 0 {
		out.Worse = inWords(worse, fewTitles)
	}
	var rest []string
	if same > 0 {
		rest = append(rest, fmt.Sprintf("no difference in %d of %d figures", same, len(all)))
	}
	if few > 0 {
		rest = append(rest, fmt.Sprintf("too few samples in %d", few))
	}
	out.Rest = strings.Join(rest, "; ")
	sec.Answers = append(sec.Answers, out)
}

// rank is the place of a figure among those that answer the scenario's question; others come behind them.
func (sec *section) rank(r *row, unit string) int {
	for i, f := range sec.figures {
		if f.is(r) && f.Unit == unit {
			return i
		}
	}
	return len(sec.figures)
}

// is tells whether a row is a result that the figure is of.
func (f Figure) is(r *row) bool { return f.Measure == r.measure && f.Op == r.op() }

// mainTable has the figures that answer the question, one line each, the subjects side by side and the base's repetition
// among them; nil if there are none.
func (s *suite) mainTable(sec *section) *table {
	if len(sec.figures) == 0 {
		return nil
	}
	t := &table{Caption: "What answers it: medians, compared with " + s.baseName(), Heads: []string{"figure"}, Groups: []tableGroup{{}}}
	columns := slices.DeleteFunc(s.columns(), func(c column) bool { return !sec.has(c) })
	for _, c := range columns {
		t.Heads = append(t.Heads, c.short)
	}
	for _, f := range sec.figures {
		cases := sec.casesOf(f)
		for _, c := range cases {
			one := tableLine{Head: orElse(f.Title, unitTitle(f.Unit))}
			if len(cases) > 1 {
				one.Head += ", " + c.label
			}
			measured := false
			for _, column := range columns {
				cell := column.cell(c.row, f.Unit)
				measured = measured || cell != nil
				one.Cells = append(one.Cells, mainCell(cell, f.Unit))
			}
			if measured {
				t.Groups[0].Lines = append(t.Groups[0].Lines, one)
			}
		}
	}
	if t.Groups[0].Lines == nil {
		return nil
	}
	return t
}

// has tells whether a column was measured in any of the section's own figures: scenarios may have subjects of their own.
func (sec *section) has(c column) bool {
	for _, f := range sec.figures {
		for _, at := range sec.casesOf(f) {
			if c.cell(at.row, f.Unit) != nil {
				return true
			}
		}
	}
	return false
}

func mainCell(c *report.Cell, unit string) tableCell {
	if c == nil {
		return text("–")
	}
	return tableCell{withOutcome(c, quantityOf(unit)), verdictClass(c)}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// casesOf are the section's cases of a figure.
func (sec *section) casesOf(f Figure) (out []labelled) {
	for _, a := range sec.Questions {
		for _, c := range a.cases {
			if f.is(c.row) {
				out = append(out, c)
			}
		}
	}
	return out
}

// column of a table that has the subjects side by side.
type column struct {
	short string
	cell  func(*row, string) *report.Cell
}

// columns are the subjects, and behind the base its repetition if there is one.
func (s *suite) columns() (out []column) {
	for _, name := range s.subjects {
		out = append(out, column{s.shortName(name), func(r *row, unit string) *report.Cell { return s.cell(r, unit, name) }})
		if name != s.base {
			continue
		}
		for _, f := range s.figures {
			if f.again != nil {
				out = append(out, column{"again (A/A)", s.againCell})
				break
			}
		}
	}
	return out
}

func (sec *section) markdownAnswer(w io.Writer) {
	for _, a := range sec.Answers {
		var parts []string
		for _, p := range []struct{ before, text string }{{"better in ", a.Better}, {"worse in ", a.Worse}, {"", a.Rest}} {
			if p.text != "" {
				parts = append(parts, escape(p.before+p.text))
			}
		}
		fmt.Fprintf(w, "- **%s**: %s.\n", escape(a.Name), strings.Join(parts, "; "))
	}
	if len(sec.Answers) > 0 {
		fmt.Fprintln(w)
	}
	if sec.Main != nil {
		sec.Main.markdown(w)
	}
}

// unanswered tells what is not in the table of the answer.
func (sec *section) unanswered(r *row, unit string) bool {
	return sec.Main == nil || sec.rank(r, unit) == len(sec.figures)
}
