package recommend

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/stores"
)

// Advice is the answer of Recommend.
type Advice struct {
	Cluster Cluster
	// Recommended is nil if no store that was measured states what is asked.
	Recommended *Candidate
	RunnerUp    *Candidate
	// Candidates are all that may be recommended, the best first.
	Candidates []*Candidate
	Excluded   []Exclusion
	// Unmet are the objectives that no candidate is shown to meet, those first that none can.
	Unmet []string
	// Why says why the first was chosen, WhyNot why not the second.
	Why    []string
	WhyNot string
	// Keeping is how objects are kept in memory; nil if the results have nothing of that.
	Keeping *Keeping
	// Evidence is how the recommended candidate stands to client-go as it ships and to the runner-up.
	Evidence []Evidence
	// Confidence is in one word how sure it is, by the rule in the package documentation.
	Confidence Confidence
	Doubts     []string
	Adopt      []string // how to use it
	Measure    []string // commands for what is missing
	Noise      []Noise
	Machine    Machine
	Commits    []string
	Warnings   []string

	model  *Model
	offers []Offer
}

// Exclusion is a subject that may not be recommended.
type Exclusion struct {
	Subject Subject            `json:"subject"`
	Reason  string             `json:"reason"`
	Missing []stores.Guarantee `json:"missing,omitempty"`
}

// Noise is how far client-go was from itself in a figure, as a ratio of at least 1.
type Noise struct {
	Figure string  `json:"figure"`
	Ratio  float64 `json:"ratio"`
}

func (a *Advice) exclude(s Subject, reason string, lacking []stores.Guarantee) {
	a.Excluded = append(a.Excluded, Exclusion{s, reason, lacking})
}

// Text names what is missing.
func (e Exclusion) Text() string {
	text := fmt.Sprintf("%s: %s", e.Subject, e.Reason)
	if len(e.Missing) > 0 {
		text += ": not " + strings.Join(Guarantees(e.Missing).words(), ", not ")
	}
	return text
}

// explain fills in the sentences.
func (a *Advice) explain(q *question) {
	a.explainUnmet(q.limits)
	if a.Recommended == nil {
		a.Confidence = Low
		a.Doubts = []string{a.whyNone()}
		a.Measure = a.commands()
		return
	}
	a.explainWhy()
	a.explainWhyNot()
	a.judgeConfidence()
	a.Adopt = a.Recommended.adopt()
	a.Measure = a.commands()
}

func (a *Advice) whyNone() string {
	if a.storeless() {
		return "no stores were measured, only how objects are kept"
	}
	return "no store that was measured guarantees " + strings.Join(a.Cluster.Guarantees.words(), ", ")
}

// storeless tells that the results are only about how objects are kept.
func (a *Advice) storeless() bool { return a.Keeping != nil && len(a.Candidates)+len(a.Excluded) == 0 }

func (a *Advice) explainUnmet(limits []Limit) {
	var maybe []string
	for i, l := range limits {
		statuses := map[Status]int{}
		for _, c := range a.Candidates {
			statuses[c.Objectives[i].Status]++
		}
		switch n := len(a.Candidates); {
		case n == 0 || statuses[Met] > 0:
		case statuses[NotMet] == n:
			a.Unmet = append(a.Unmet, fmt.Sprintf("%s: met by none; the nearest is %s%s", l.Text, a.nearest(i), a.keepingMeets(l)))
		default:
			maybe = append(maybe, fmt.Sprintf("%s: not shown to be met by any%s", l.Text, a.keepingMeets(l)))
		}
	}
	a.Unmet = append(a.Unmet, maybe...)
}

// nearest names the candidate that comes closest to limit number i.
func (a *Advice) nearest(i int) string {
	best := slices.MinFunc(a.Candidates, func(x, y *Candidate) int {
		vx, vy := x.Objectives[i].Estimate.Value, y.Objectives[i].Estimate.Value
		if x.Objectives[i].AtMost == 0 {
			vx, vy = vy, vx
		}
		return sign(vx - vy)
	})
	o := best.Objectives[i]
	return fmt.Sprintf("%s with %s", best.Subject, estimateText(o.Estimate, a.model.figure(o.Figure).Unit))
}

func (a *Advice) explainWhy() {
	r := a.Recommended
	if n := len(r.Objectives); n > 0 {
		a.Why = append(a.Why, fmt.Sprintf("of %s it meets %d, misses %d, and of %d we are unsure", counted(n, "objective"), r.count(Met), r.count(NotMet), r.count(Unsure)))
	} else {
		a.Why = append(a.Why, "no objectives were given: chosen by gains over client-go alone")
	}
	if len(a.Cluster.Guarantees) > 0 {
		a.Why = append(a.Why, "it states what is asked: "+strings.Join(a.Cluster.Guarantees.words(), ", "))
	}
	for _, significant := range []bool{true, false} {
		for _, v := range []Verdict{Gain, Cost} {
			text, format := r.relations(a.model, v, significant), "%s than client-go as it ships: %s"
			if !significant {
				format = "looks %s than client-go as it ships, but not significantly: %s"
			}
			if text != "" {
				a.Why = append(a.Why, fmt.Sprintf(format, v, text))
			}
		}
	}
	if r.Subject == Base {
		a.Why = append(a.Why, "no other candidate is shown to be better here: stay with client-go as it ships")
	}
}

func (c *Candidate) relations(m *Model, v Verdict, significant bool) string {
	return relationsText(m, c.Gains, v, significant)
}

func relationsText(m *Model, relations []Relation, v Verdict, significant bool) string {
	var parts []string
	for _, g := range relations {
		if g.Verdict == v && g.Significant == significant {
			parts = append(parts, m.figure(g.Figure).Title+" "+g.text())
		}
	}
	return strings.Join(parts, "; ")
}

func (a *Advice) explainWhyNot() {
	if a.RunnerUp == nil {
		a.WhyNot = "there is no other candidate"
		return
	}
	first, second := a.Recommended, a.RunnerUp
	for _, s := range []Status{NotMet, Unsure} {
		if first.count(s) < second.count(s) {
			a.WhyNot = fmt.Sprintf("%s: %s", s, second.named(s))
			return
		}
	}
	a.WhyNot = fmt.Sprintf("it meets as many objectives, but its mean gain over client-go is %s, that of the first %s", timesText(second.Score), timesText(first.Score))
	if first.Score == second.Score {
		a.WhyNot = "no difference is shown; the first changes less, or is listed first"
	}
}

// named lists the objectives with a status.
func (c *Candidate) named(s Status) string {
	var parts []string
	for _, o := range c.Objectives {
		if o.Status == s {
			parts = append(parts, o.Text)
		}
	}
	return strings.Join(parts, ", ")
}
