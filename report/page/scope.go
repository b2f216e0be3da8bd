package page

import (
	"fmt"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
)

// scope is what Holm's correction is over: the widest over which the rounds can show anything. It goes by the number of
// comparisons and rounds only, never by what they show.
type scope int

const (
	overSuite   scope = iota // all that counts: one false verdict on the page in one of 1/alpha pages
	overSection              // each section by itself
	overSubject              // each subject in each section
	overFigure               // each figure, over its subjects
)

// scopeWords name what is corrected together: singular, and where the correction is.
var scopeWords = map[scope]struct{ one, within string }{
	overSection: {"section", "within each section"},
	overSubject: {"subject of a section", "within each section for each subject"},
	overFigure:  {"figure", "within each figure"},
}

// family is what a result belongs to; the base's belong to all families of their rows.
func (c scope) family(r *row, subject string) (rows, of string) {
	switch c {
	case overSection:
		return r.place.title(), ""
	case overSubject:
		return r.place.title(), subject
	case overFigure:
		return r.id, ""
	}
	return "", ""
}

// correction is how p-values are corrected, and over how many comparisons.
type correction struct {
	scope
	comparisons int // in all
	largest     int // family
	rounds      int // that most comparisons have
}

// claims counts the comparisons of subjects with the base that have enough samples for a verdict, in each family of a scope.
func (s *suite) claims(results []*benchfmt.Result, c scope) (families map[[2]string]int, rounds map[int]int) {
	type key struct {
		row           *row
		unit, subject string
	}
	samples := map[key]int{}
	byID := map[string]*row{}
	for _, r := range s.rows {
		byID[r.id] = r
	}
	for _, r := range results {
		for _, v := range r.Values {
			samples[key{byID[r.GetConfig(rowKey)], v.Unit, r.GetConfig(subjectKey)}]++
		}
	}
	families, rounds = map[[2]string]int{}, map[int]int{}
	for k, n := range samples {
		n = min(n, samples[key{k.row, k.unit, s.base}])
		if k.subject == s.base || s.isAgain(k.subject) || n < report.MinForVerdict {
			continue
		}
		rows, of := c.family(k.row, k.subject)
		unit := ""
		if c == overFigure {
			unit = k.unit
		}
		families[[2]string{rows + "\x00" + unit, of}]++
		rounds[n]++
	}
	return families, rounds
}

// correctionOf finds the widest scope in which the rounds are enough for the largest family. If there is none it is the widest.
func (s *suite) correctionOf(results []*benchfmt.Result, alpha float64) correction {
	var widest correction
	for c := overSuite; c <= overFigure; c++ {
		families, rounds := s.claims(results, c)
		found := correction{scope: c}
		for _, n := range families {
			found.comparisons += n
			found.largest = max(found.largest, n)
		}
		most := 0
		for n, times := range rounds {
			if times > most || times == most && n < found.rounds {
				most, found.rounds = times, n
			}
		}
		if c == overSuite {
			widest = found
		}
		if found.largest > 0 && report.SamplesFor(found.largest, alpha) <= found.rounds {
			return found
		}
	}
	return widest
}

// text says it in the sentence that begins "after Holm's correction".
func (c correction) text(alpha float64) string {
	if c.scope == overSuite {
		return fmt.Sprintf("for %d comparisons", c.comparisons)
	}
	words := scopeWords[c.scope]
	return fmt.Sprintf("%s (for up to %d comparisons; over all %d it would take %d rounds), so that by chance one %s in %.0f has a difference that is none",
		words.within, c.largest, c.comparisons, report.SamplesFor(c.comparisons, alpha), words.one, 1/alpha)
}

// split gives each family the results that it compares, those of the base in each of them.
func (s *suite) split(results []*benchfmt.Result, c scope) (out [][]*benchfmt.Result) {
	byID := map[string]*row{}
	for _, r := range s.rows {
		byID[r.id] = r
	}
	type family struct{ rows, of string }
	at := map[family]int{}
	for _, r := range results {
		subject := r.GetConfig(subjectKey)
		rows, of := c.family(byID[r.GetConfig(rowKey)], subject)
		if subject == s.base {
			continue
		}
		f := family{rows, of}
		if _, ok := at[f]; !ok {
			at[f] = len(out)
			out = append(out, nil)
		}
		out[at[f]] = append(out[at[f]], r)
	}
	for _, r := range results {
		if r.GetConfig(subjectKey) != s.base {
			continue
		}
		rows, _ := c.family(byID[r.GetConfig(rowKey)], s.base)
		found := false
		for f, i := range at {
			if f.rows == rows {
				out[i] = append(out[i], r)
				found = true
			}
		}
		if !found {
			at[family{rows, ""}] = len(out)
			out = append(out, []*benchfmt.Result{r})
		}
	}
	return out
}
