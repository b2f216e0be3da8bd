package page

import (
	"slices"
	"strings"
)

// limits are sentences on what these results do not say.
func (s *suite) limits() (out []string) {
	for _, note := range s.notes {
		if strings.HasPrefix(note, "p is ") {
			continue // how to read a p stands on the page already
		}
		out = append(out, strings.ToUpper(note[:1])+note[1:]+".")
	}
	if missing := s.unasked(); len(missing) > 0 {
		out = append(out, "Not measured here: "+strings.Join(missing, "; ")+".")
	}
	if fixed := sharedPairs(s.rows); len(fixed) > 0 {
		out = append(out, "Measured with "+joinPairs(fixed)+" only: what other values would show is not known.")
	}
	return out
}

// comparisons is how many the correction is over.
func (s *suite) comparisons() (n int) {
	for _, f := range s.figures {
		if !f.counted {
			continue
		}
		for _, c := range f.cells {
			if c.Base != nil {
				n++
			}
		}
	}
	return n
}

// unasked are the questions of a whole pipeline that no result answers.
func (s *suite) unasked() (out []string) {
	if s.keys != "informer/queue/store" {
		return nil
	}
	for _, q := range questions {
		if !slices.ContainsFunc(s.rows, func(r *row) bool { return q.measure == r.measure && (q.op == "" || q.op == r.op()) }) {
			out = append(out, strings.ToLower(q.title[:1])+strings.TrimSuffix(q.title[1:], "?"))
		}
	}
	return out
}
