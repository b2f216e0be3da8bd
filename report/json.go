package report

import (
	"encoding/json"
	"io"
	"math"
)

type jsonComparison struct {
	Base     string      `json:"base"`
	Tables   []jsonTable `json:"tables"`
	AA       []jsonAA    `json:"aa,omitempty"`
	Notes    []string    `json:"notes,omitempty"`
	Warnings []string    `json:"warnings,omitempty"`
	Gate     *jsonGate   `json:"gate,omitempty"`
}

type jsonTable struct {
	Machine string     `json:"machine,omitempty"`
	Config  []string   `json:"config,omitempty"`
	Unit    string     `json:"unit"`
	Better  string     `json:"better,omitempty"`
	Cells   []jsonCell `json:"cells"`
}

// jsonCell leaves out numbers that are infinite or not there.
type jsonCell struct {
	Row      string   `json:"row"`
	Column   string   `json:"column"`
	N        int      `json:"n"`
	Center   *float64 `json:"center"`
	Low      *float64 `json:"low,omitempty"`
	High     *float64 `json:"high,omitempty"`
	Ratio    *float64 `json:"ratio,omitempty"`
	P        *float64 `json:"p,omitempty"`
	PHolm    *float64 `json:"p_holm,omitempty"`
	Verdict  Verdict  `json:"verdict,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

type jsonAA struct {
	Column   string  `json:"column"`
	Compared int     `json:"compared"`
	Differ   int     `json:"differ"`
	Expected float64 `json:"expected"`
}

type jsonGate struct {
	Passed      bool          `json:"passed"`
	Summary     string        `json:"summary"`
	Compared    int           `json:"compared"`
	Improved    int           `json:"improved"`
	Regressions []jsonFinding `json:"regressions,omitempty"`
	Undecided   []jsonFinding `json:"undecided,omitempty"`
	Missing     []jsonFinding `json:"missing,omitempty"`
	Allowed     []jsonFinding `json:"allowed,omitempty"`
	Failures    []string      `json:"failures,omitempty"`
}

type jsonFinding struct {
	Row    string   `json:"row"`
	Unit   string   `json:"unit"`
	Column string   `json:"column"`
	Old    *float64 `json:"old,omitempty"`
	New    *float64 `json:"new,omitempty"`
	Worse  *float64 `json:"worse,omitempty"`
	Reason string   `json:"reason"`
}

// WriteJSON prints everything as one JSON object, with the gate's result unless that is nil. Values are in
// the tables' units: seconds and bytes.
func (c *Comparison) WriteJSON(w io.Writer, gate *GateResult) error {
	out := jsonComparison{Base: c.Base, Notes: c.Notes, Warnings: c.Warnings, Tables: []jsonTable{}}
	for _, t := range c.Tables {
		out.Tables = append(out.Tables, t.json())
	}
	for _, a := range c.AA() {
		out.AA = append(out.AA, jsonAA{a.Column, a.Compared, a.Differ, a.Expected()})
	}
	if gate != nil {
		out.Gate = &jsonGate{
			gate.Passed(), gate.Summary(), gate.Compared, gate.Improved,
			jsonFindings(gate.Regressions), jsonFindings(gate.Undecided), jsonFindings(gate.Missing), jsonFindings(gate.Allowed), gate.Failures,
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func (t *Table) json() jsonTable {
	out := jsonTable{Machine: t.Machine, Config: t.Config, Unit: t.Unit, Cells: []jsonCell{}}
	out.Better = map[int]string{1: "higher", -1: "lower"}[t.Better]
	for r, line := range t.Cells {
		for col, c := range line {
			if c != nil {
				out.Cells = append(out.Cells, c.json(t.Rows[r], t.Cols[col]))
			}
		}
	}
	return out
}

func (c *Cell) json(row, column string) jsonCell {
	out := jsonCell{Row: row, Column: column, N: len(c.Sample.Values), Center: finite(c.Summary.Center), Verdict: c.Verdict, Warnings: c.Warnings}
	if out.N >= MinForInterval {
		out.Low, out.High = finite(c.Summary.Lo), finite(c.Summary.Hi)
	}
	if c.Base != nil {
		out.Ratio = finite(c.Ratio())
		if !c.Exact {
			out.P, out.PHolm = finite(c.Comparison.P), finite(c.PAdjusted)
		}
	}
	return out
}

func jsonFindings(all []Finding) (out []jsonFinding) {
	for _, f := range all {
		out = append(out, jsonFinding{f.Row, f.Unit, f.Column, finite(f.Old), finite(f.New), finite(f.Change), f.Reason})
	}
	return out
}

// finite is nil for what JSON has no number for.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
