package page

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/report"
)

// limits are sentences on what these results do not say.
func (s *suite) limits() (out []string) {
	for _, note := range s.notes {
		out = append(out, strings.ToUpper(note[:1])+note[1:]+".")
	}
	if least, _ := s.rounds(); s.base != "" && least > 0 && least < report.MinForClaim {
		out = append(out, fmt.Sprintf("The fewest samples a side are %d: a claim needs %d rounds.", least, report.MinForClaim))
	}
	if missing := s.unasked(); len(missing) > 0 {
		out = append(out, "Not measured here: "+strings.Join(missing, "; ")+".")
	}
	if fixed := sharedPairs(s.rows); len(fixed) > 0 {
		out = append(out, "Measured with "+joinPairs(fixed)+" only: what other values would show is not known.")
	}
	return out
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
