package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"informerbench/report"
)

// standing is how one subject stands to the base in all counted figures.
type standing struct {
	Name                         string
	Figures, Better, Worse, Same int
	Few                          int // too few samples for a verdict
	BetterIn, WorseIn            string
	BetterShort, WorseShort      string // the first few of them
	Sentence                     string
	Chart                        *ratios
	Table                        *table
}

// comparedFigures lists what counts for a subject, in the order of the page.
func (s *suite) comparedFigures(subject string, sections []*section) (out []comparedFigure) {
	for _, sec := range sections {
		for _, a := range sec.Questions {
			for _, unit := range a.units() {
				for _, c := range a.cases {
					f := s.figures[figureKey{c.id, unit}]
					if f == nil || !f.counted {
						continue
					}
					if cell := f.cells[subject]; cell != nil && cell.Base != nil {
						out = append(out, comparedFigure{f, cell, sec.Title, figureTitle(a.question, unit), c.label})
					}
				}
			}
		}
	}
	return out
}

// units of all cases, in order of appearance.
func (a *asked) units() (out []string) {
	for _, c := range a.cases {
		for _, u := range c.units {
			if !slices.Contains(out, u) {
				out = append(out, u)
			}
		}
	}
	return out
}

// figureTitle names a figure outside of its question.
func figureTitle(q question, unit string) string {
	if short, ok := shortTitles[q.measure+"/"+q.op]; ok {
		if quantile, of, is := splitPercentile(unit); is && latencyTitle(of) == strings.TrimSuffix(short, " beside a lister") {
			return quantileTitle(quantile) + " " + short
		}
		return short + ": " + unitTitle(unit)
	}
	if index, ok := strings.CutPrefix(q.op, "byindex-"); ok {
		return unitTitle(unit) + " of " + index
	}
	if q.op != "" {
		return q.op + ": " + unitTitle(unit)
	}
	if _, known := questionOf(&row{measure: q.measure}); known < len(allQuestions) {
		return unitTitle(unit)
	}
	return q.measure + ": " + unitTitle(unit)
}

// shortTitles name what a latency is of, by measure and op.
var shortTitles = map[string]string{
	"Read/get":         "Get",
	"Read/byindex":     "ByIndex",
	"Read/list":        "List",
	"GetBesideLister/": "Get beside a lister",
	"Sync/":            "first sync",
	"Relist/":          "relist",
}

func (s *suite) standing(id, subject string, all []comparedFigure) *standing {
	st := &standing{Name: subject, Figures: len(all)}
	var better, worse []comparedFigure
	for _, f := range all {
		switch f.cell.Verdict {
		case report.Better:
			better = append(better, f)
		case report.Worse:
			worse = append(worse, f)
		case report.NotEnoughSamples:
			st.Few++
		default:
			st.Same++
		}
	}
	st.Better, st.Worse = len(better), len(worse)
	st.BetterIn, st.WorseIn = inWords(better, len(better)), inWords(worse, len(worse))
	st.BetterShort, st.WorseShort = inWords(better, fewTitles), inWords(worse, fewTitles)
	st.Sentence = st.sentence(s.base)
	st.Chart = drawRatios(id, subject, s.base, all)
	st.Table = standingTable(subject, s.base, all)
	return st
}

func (st *standing) sentence(base string) string {
	if st.Few == st.Figures {
		return fmt.Sprintf("%s: not enough samples in any of %d figures.", st.Name, st.Figures)
	}
	text := fmt.Sprintf("%s is better than %s in %d of %d figures, worse in %d, and not distinguishable in %d", st.Name, base, st.Better, st.Figures, st.Worse, st.Same)
	if st.Few > 0 {
		text += fmt.Sprintf("; in %d there are not enough samples", st.Few)
	}
	return text + "."
}

// fewTitles is how many kinds of figures a table names; the fold below it names all.
const fewTitles = 6

// inWords joins figures of the same title: "p99 staleness 2.15× to 4.94× (2 cases)".
func inWords(all []comparedFigure, most int) string {
	type joined struct {
		title     string
		low, high float64
		n         int
		value     string // of what the base has none of, and there is no ratio
	}
	var titles []*joined
	for _, f := range all {
		i := slices.IndexFunc(titles, func(j *joined) bool { return j.title == f.title })
		if i < 0 {
			i = len(titles)
			titles = append(titles, &joined{title: f.title, low: math.Inf(1), high: math.Inf(-1)})
		}
		j := titles[i]
		if f.cell.Base.Summary.Center == 0 {
			j.value = quantityOf(f.unit).text(f.cell.Summary.Center) + " instead of none"
			continue
		}
		j.low, j.high, j.n = min(j.low, f.cell.Ratio()), max(j.high, f.cell.Ratio()), j.n+1
	}
	var out []string
	for _, j := range titles {
		if j.n == 0 {
			out = append(out, j.title+" "+j.value)
			continue
		}
		text := j.title + " " + ratioText(j.low)
		if j.n > 1 {
			if high := ratioText(j.high); high != ratioText(j.low) {
				text += " to " + high
			}
			text += fmt.Sprintf(" (%d cases)", j.n)
		}
		out = append(out, text)
	}
	if out == nil {
		return "nothing"
	}
	if len(out) > most {
		out = append(out[:most], fmt.Sprintf("and %d more", len(out)-most))
	}
	return strings.Join(out, "; ")
}

func standingTable(subject, base string, all []comparedFigure) *table {
	t := &table{Caption: subject + " against " + base + " in every counted figure",
		Heads: []string{"figure", "median", "95% interval", "n", "ratio to base", "ratio, 95%", "p", "verdict"}}
	for i, f := range all {
		if i == 0 || f.section != all[i-1].section {
			t.Groups = append(t.Groups, tableGroup{Label: f.section})
		}
		g := &t.Groups[len(t.Groups)-1]
		g.Lines = append(g.Lines, tableLine{f.heading(), cellsOf(f.cell, quantityOf(f.unit), true)})
	}
	return t
}
