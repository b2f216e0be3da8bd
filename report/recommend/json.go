package recommend

import (
	"encoding/json"
	"math"

	"informerbench/stores"
)

// finite is null in JSON where there is no finite number.
type finite float64

func (f finite) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

type jsonAdvice struct {
	Headline    string           `json:"headline"`
	Recommended *jsonCandidate   `json:"recommended"`
	RunnerUp    *Subject         `json:"runnerUp,omitempty"`
	WhyNot      string           `json:"whyNot,omitempty"`
	Evidence    []Evidence       `json:"evidence,omitempty"`
	Why         []string         `json:"why,omitempty"`
	Unmet       []string         `json:"unmet,omitempty"`
	Confidence  Confidence       `json:"confidence"`
	Doubts      []string         `json:"doubts,omitempty"`
	Candidates  []*jsonCandidate `json:"candidates"`
	Keeping     *jsonKeeping     `json:"keeping,omitempty"`
	Excluded    []Exclusion      `json:"excluded,omitempty"`
	Adopt       []string         `json:"adopt,omitempty"`
	Measure     []string         `json:"measure,omitempty"`
	Noise       []Noise          `json:"noise,omitempty"`
	Cluster     Cluster          `json:"cluster"`
	Machine     Machine          `json:"machine"`
	Commits     []string         `json:"commits,omitempty"`
	Warnings    []string         `json:"warnings,omitempty"`
}

type jsonCandidate struct {
	Subject    Subject            `json:"subject"`
	Guarantees []stores.Guarantee `json:"guarantees"`
	Objectives []jsonObjective    `json:"objectives,omitempty"`
	Figures    []jsonEstimate     `json:"figures"`
	Gains      []jsonRelation     `json:"gains,omitempty"`
	MeanGain   finite             `json:"meanGain"`
}

type jsonObjective struct {
	Limit
	Status   Status       `json:"status"`
	Estimate jsonEstimate `json:"estimate"`
}

type jsonEstimate struct {
	Figure   string     `json:"figure"`
	How      How        `json:"how"`
	Value    finite     `json:"value"`
	Interval *[2]finite `json:"interval"` // null: none can be stated
	Rounds   int        `json:"rounds,omitempty"`
	Cells    int        `json:"cells,omitempty"`
	Notes    []string   `json:"notes,omitempty"`
}

type jsonRelation struct {
	Figure      string     `json:"figure"`
	Verdict     Verdict    `json:"verdict"`
	Ratio       finite     `json:"ratio"`
	Interval    *[2]finite `json:"interval"`
	P           finite     `json:"p"` // after Holm's correction; null: no test
	Significant bool       `json:"significant"`
}

// MarshalJSON is what WriteJSON prints.
func (a *Advice) MarshalJSON() ([]byte, error) {
	out := jsonAdvice{
		Headline: a.Headline(), WhyNot: a.WhyNot, Evidence: a.Evidence, Why: a.Why, Unmet: a.Unmet, Confidence: a.Confidence, Doubts: a.Doubts,
		Excluded: a.Excluded, Adopt: a.Adopt, Measure: a.Measure, Noise: a.Noise,
		Cluster: a.Cluster, Machine: a.Machine, Commits: a.Commits, Warnings: a.Warnings,
		Candidates: []*jsonCandidate{}, Keeping: a.Keeping.json(),
	}
	for _, c := range a.Candidates {
		out.Candidates = append(out.Candidates, c.json())
	}
	if a.Recommended != nil {
		out.Recommended = a.Recommended.json()
	}
	if a.RunnerUp != nil {
		out.RunnerUp = &a.RunnerUp.Subject
	}
	return json.Marshal(out)
}

func (c *Candidate) json() *jsonCandidate {
	out := &jsonCandidate{Subject: c.Subject, Guarantees: c.Guarantees, MeanGain: finite(math.Exp(c.Score))}
	out.Objectives, out.Figures, out.Gains = jsonParts(c.Objectives, c.Figures, c.Gains)
	return out
}

func jsonParts(objectives []Objective, figures []Estimate, relations []Relation) (o []jsonObjective, f []jsonEstimate, r []jsonRelation) {
	for _, x := range objectives {
		o = append(o, jsonObjective{x.Limit, x.Status, x.Estimate.json()})
	}
	for _, x := range figures {
		f = append(f, x.json())
	}
	for _, x := range relations {
		r = append(r, jsonRelation{x.Figure, x.Verdict, finite(x.Ratio), x.Interval.json(x.Stated), finite(x.P), x.Significant})
	}
	return o, f, r
}

func (e Estimate) json() jsonEstimate {
	return jsonEstimate{e.Figure, e.How, finite(e.Value), e.Interval.json(e.Stated), e.Rounds, e.Cells, e.Notes}
}

func (i Interval) json(stated bool) *[2]finite {
	if !stated {
		return nil
	}
	return &[2]finite{finite(i.Lo), finite(i.Hi)}
}
