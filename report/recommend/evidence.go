package recommend

import (
	"fmt"
	"strings"
)

// Evidence is what is shown of the recommended candidate beside another one.
type Evidence struct {
	Against Subject `json:"against"`
	// Difference is that some figure differs significantly, or that one of the two meets an objective which the
	// other does not. Gain is that one does to the recommended candidate's favour.
	Difference bool `json:"difference"`
	Gain       bool `json:"gain"`
	// Why says what is missing for a gain to be shown; empty if it is.
	Why string `json:"why,omitempty"`

	name      string // in a sentence
	fewRounds bool   // what is missing is rounds
}

// collectEvidence compares the recommended candidate with client-go as it ships and with the runner-up.
func (a *Advice) collectEvidence(q *question, all family) {
	r := a.Recommended
	if r == nil {
		return
	}
	if r.Subject != Base {
		a.Evidence = append(a.Evidence, r.evidence(Base, "client-go as it ships", r.Gains, a.candidate(Base), all))
	}
	if second := a.RunnerUp; second != nil && second.Subject != Base {
		relations := q.relations(r, second)
		own := familyOf(relations)
		own.correct()
		a.Evidence = append(a.Evidence, r.evidence(second.Subject, "the runner-up", relations, second, own))
	}
}

func familyOf(relations []Relation) (f family) {
	for i := range relations {
		f = append(f, &relations[i])
	}
	return f
}

// candidate returns that of the subject, or nil.
func (a *Advice) candidate(s Subject) *Candidate {
	for _, c := range a.Candidates {
		if c.Subject == s {
			return c
		}
	}
	return nil
}

// evidence looks at the figures, and at the objectives if the other one is a candidate too.
func (c *Candidate) evidence(against Subject, name string, relations []Relation, other *Candidate, all family) Evidence {
	e := Evidence{Against: against, name: name}
	for _, r := range relations {
		e.Difference = e.Difference || r.Significant
		e.Gain = e.Gain || r.Significant && r.Verdict == Gain
	}
	if other != nil {
		for i, o := range c.Objectives {
			mine, theirs := o.Status, other.Objectives[i].Status
			e.Difference = e.Difference || mine == Met && theirs == NotMet || mine == NotMet && theirs == Met
			e.Gain = e.Gain || mine == Met && theirs == NotMet
		}
	}
	if !e.Gain {
		e.Why, e.fewRounds = missingFor(relations, all)
	}
	return e
}

// missingFor says why no gain is shown by the relations, which were corrected together with all of a family.
func missingFor(relations []Relation, all family) (why string, fewRounds bool) {
	own := familyOf(relations)
	rounds := own.rounds()
	switch costs := own.named(Cost); {
	case costs != "":
		return "only costs are shown: " + costs, false
	case rounds == 0:
		return "nothing was measured of both at the same point", false
	case rounds < all.enough():
		return fmt.Sprintf("with %s none of %s can be told from chance (Mann-Whitney's test, Holm's correction); take %d or more",
			counted(rounds, "round"), counted(all.compared(), "comparison"), all.enough()), true
	}
	return fmt.Sprintf("none of %s is better significantly and by more than noise (Mann-Whitney's test, Holm's correction over %s)",
		counted(own.compared(), "figure"), counted(len(all.tested()), "comparison")), false
}

// named lists the figures that differ so significantly.
func (f family) named(v Verdict) string {
	var names []string
	for _, r := range f {
		if r.Significant && r.Verdict == v {
			names = append(names, r.Figure+" "+r.text())
		}
	}
	return strings.Join(names, "; ")
}

// NotShown says, a sentence each, of what is not shown to be worse than the recommended candidate, and why. It
// belongs right below the headline.
func (a *Advice) NotShown() (lines []string) {
	for _, e := range a.Evidence {
		if !e.Gain {
			lines = append(lines, fmt.Sprintf("No %s %s is shown: %s.", e.missing(), e.name, e.Why))
		}
	}
	return lines
}

func (e Evidence) missing() string {
	if e.Difference {
		return "gain over"
	}
	return "difference to"
}

// notShown is the same in a clause for the headline.
func (a *Advice) notShown() string {
	var clauses []string
	for _, missing := range []string{"difference to", "gain over"} {
		var names []string
		for _, e := range a.Evidence {
			if !e.Gain && e.missing() == missing {
				names = append(names, e.name)
			}
		}
		if names != nil {
			clauses = append(clauses, fmt.Sprintf("no %s %s is shown", missing, strings.Join(names, " or ")))
		}
	}
	return strings.Join(clauses, "; ")
}
