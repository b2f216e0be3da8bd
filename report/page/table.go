package page

import (
	"strconv"

	"informerbench/report"
)

// table is what stands behind a chart, or a table by itself.
type table struct {
	Caption string
	Heads   []string
	Groups  []tableGroup
}

// tableGroup are lines under one label, which may be empty.
type tableGroup struct {
	Label string
	Lines []tableLine
}

type tableLine struct {
	Head  string
	Cells []tableCell
}

type tableCell struct{ Text, Class string }

func text(s string) tableCell { return tableCell{Text: s} }

// table has a line for each subject of each case and each unit of the family.
func (s *suite) table(f *family, cases []labelled) *table {
	t := &table{Caption: f.title + ": medians and 95% intervals, compared with " + s.baseName()}
	t.Heads = []string{"subject"}
	if len(f.quantiles) > 0 {
		t.Heads = append(t.Heads, "percentile")
	}
	t.Heads = append(t.Heads, "median", "95% interval", "n")
	compared := s.base != ""
	if compared {
		t.Heads = append(t.Heads, "ratio to base", "ratio, 95%", "p", "verdict")
	} else {
		t.Caption = f.title + ": medians and 95% intervals"
	}
	for _, c := range cases {
		g := tableGroup{Label: c.label}
		for _, l := range s.linesOf(c.row, f.main) {
			for i, unit := range f.units {
				cell := l.cell(unit)
				if cell == nil {
					continue
				}
				one := tableLine{Head: l.name}
				if len(f.quantiles) > 0 {
					one.Cells = append(one.Cells, text(quantileTitle(f.quantiles[i])))
				}
				one.Cells = append(one.Cells, cellsOf(cell, quantityOf(unit), compared)...)
				g.Lines = append(g.Lines, one)
			}
		}
		t.Groups = append(t.Groups, g)
	}
	return t
}

func cellsOf(c *report.Cell, q quantity, compared bool) []tableCell {
	out := []tableCell{text(q.text(c.Summary.Center)), text(intervalText(c, q)), text(strconv.Itoa(len(c.Sample.Values)))}
	if !compared {
		return out
	}
	ratio := "–"
	if c.Base != nil && c.Base.Summary.Center > 0 {
		ratio = ratioText(c.Ratio())
	}
	return append(out, text(ratio), text(ratioInterval(c)), text(pText(c)), tableCell{verdictWords(c), verdictClass(c)})
}

// othersTable has the figures without a chart: a line for each, a column for each subject.
func (s *suite) othersTable(units []string, cases []labelled) *table {
	if len(units) == 0 {
		return nil
	}
	t := &table{Caption: "Further figures: medians, compared with " + s.baseName(), Heads: []string{"figure"}}
	if s.base == "" {
		t.Caption = "Further figures: medians"
	}
	for _, name := range s.subjects {
		t.Heads = append(t.Heads, s.shortName(name))
	}
	for _, c := range cases {
		g := tableGroup{Label: c.label}
		for _, unit := range units {
			if len(s.linesOf(c.row, unit)) == 0 {
				continue
			}
			one := tableLine{Head: unitTitle(unit)}
			for _, name := range s.subjects {
				if cell := s.cell(c.row, unit, name); cell != nil {
					one.Cells = append(one.Cells, tableCell{withOutcome(cell, quantityOf(unit)), verdictClass(cell)})
				} else {
					one.Cells = append(one.Cells, text("–"))
				}
			}
			g.Lines = append(g.Lines, one)
		}
		if len(g.Lines) > 0 {
			t.Groups = append(t.Groups, g)
		}
	}
	return t
}

// baseName for captions.
func (s *suite) baseName() string {
	if s.base == "" {
		return "nothing"
	}
	return s.base
}
