package recommend

import "math"

type jsonKeeping struct {
	Headline    string     `json:"headline"`
	Now         *jsonWay   `json:"now"`         // null: not measured
	Recommended *jsonWay   `json:"recommended"` // null: nothing that may be recommended fits
	Confidence  Confidence `json:"confidence"`
	Doubts      []string   `json:"doubts,omitempty"`
	Why         []string   `json:"why,omitempty"`
	Ways        []*jsonWay `json:"ways"`
	Adopt       []string   `json:"adopt,omitempty"`
}

type jsonWay struct {
	Name string `json:"name"`
	Subject
	Needs      []string        `json:"needs,omitempty"`
	Barred     string          `json:"barred,omitempty"`
	Objectives []jsonObjective `json:"objectives,omitempty"`
	Figures    []jsonEstimate  `json:"figures"`
	Relations  []jsonRelation  `json:"relations,omitempty"` // to what is now
	MeanGain   finite          `json:"meanGain"`
}

// json is nil if there is nothing to say.
func (k *Keeping) json() *jsonKeeping {
	if k == nil {
		return nil
	}
	out := &jsonKeeping{Headline: k.Headline(), Confidence: k.Confidence, Doubts: k.Doubts, Why: k.Why, Adopt: k.Adopt}
	for _, w := range k.Ways {
		one := w.json()
		out.Ways = append(out.Ways, one)
		if w == k.Now {
			out.Now = one
		}
		if w == k.Recommended {
			out.Recommended = one
		}
	}
	return out
}

func (w *Way) json() *jsonWay {
	out := &jsonWay{Name: w.Subject.String(), Subject: w.Subject, Needs: w.Needs, Barred: w.Barred, MeanGain: finite(math.Exp(w.Score))}
	out.Objectives, out.Figures, out.Relations = jsonParts(w.Objectives, w.Figures, w.Costs)
	return out
}
