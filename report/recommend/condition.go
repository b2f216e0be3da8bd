package recommend

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Condition is something about an advice that a caller wants to fail on.
type Condition struct {
	text     string
	name, op string
	end      string // lo, hi, or empty for the value
	value    float64
	word     string
}

// The words that stand alone, and the names that are compared with a word.
var (
	loneWords = []string{"unsure", "not-met", "extrapolated", "none"}
	textNames = []string{"store", "queue", "informer", "recommended", "confidence", "kept"}
)

// ParseCondition reads one of
//
//	unsure | not-met | extrapolated | none
//	store|queue|informer|recommended|confidence|kept  = or !=  WORD
//	FIGURE[.lo|.hi]  > >= < <=  NUMBER
//
// None is true without a recommendation of a store, and so is every comparison then but that of how objects are
// kept, which is about a recommendation of its own. A word must be one that a
// recommendation with these options can have. A number may have a
// unit: 500ms, 2Gi; a length of time must. A figure without an estimate, or without an interval if an end of it is asked for, makes
// the condition true, since it cannot be shown to be false.
func ParseCondition(text string, o Options) (Condition, error) {
	c := Condition{text: strings.TrimSpace(text)}
	if slices.Contains(loneWords, c.text) {
		return c, nil
	}
	at := strings.IndexAny(c.text, "<>=!")
	if at < 0 {
		return c, c.bad("it is none of the words %s and compares nothing", strings.Join(loneWords, ", "))
	}
	rest := strings.TrimLeft(c.text[at:], "<>=!")
	c.name, c.op = strings.TrimSpace(c.text[:at]), c.text[at:len(c.text)-len(rest)]
	c.word = strings.TrimSpace(rest)
	if !slices.Contains(textNames, c.name) {
		return c.parseFigure()
	}
	if c.op != "=" && c.op != "!=" || c.word == "" {
		return c, c.bad("compare %s with = or != and a word", c.name)
	}
	if err := o.check(c.name, c.word); err != nil {
		return c, c.bad("%v", err)
	}
	return c, nil
}

func (c Condition) parseFigure() (Condition, error) {
	for _, end := range []string{"lo", "hi"} {
		if name, ok := strings.CutSuffix(c.name, "."+end); ok {
			c.name, c.end = name, end
		}
	}
	names := []string{memory}
	for _, f := range Figures() {
		names = append(names, f.Name)
	}
	if !slices.Contains(names, c.name) {
		return c, c.bad("unknown figure %q: allowed are %s, and %s", c.name, strings.Join(names, ", "), strings.Join(textNames, ", "))
	}
	if !slices.Contains([]string{">", ">=", "<", "<="}, c.op) {
		return c, c.bad("compare a figure with >, >=, < or <=")
	}
	var err error
	if c.value, err = parseNumber(c.word); err != nil {
		return c, c.bad("%q is no number: write 5000, 500ms or 2Gi", c.word)
	}
	// Seconds and milliseconds look the same without their unit.
	if _, err := strconv.ParseFloat(c.word, 64); err == nil && c.value != 0 && c.isTime() {
		return c, c.bad("%s is a length of time: write its unit, such as 500ms or 2s", c.name)
	}
	return c, nil
}

func (c Condition) isTime() bool {
	return slices.ContainsFunc(Figures(), func(f Figure) bool {
		return f.Name == c.name && (strings.HasSuffix(f.Unit, "-sec") || f.Unit == "sec/op")
	})
}

func (c Condition) bad(format string, args ...any) error {
	return fmt.Errorf("condition %q: %s", c.text, fmt.Sprintf(format, args...))
}

// parseNumber understands plain numbers, lengths of time (as seconds) and amounts of memory.
func parseNumber(text string) (float64, error) {
	if n, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(n) {
		return n, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return d.Seconds(), nil
	}
	return parseBytes(text)
}

// Holds tells whether the condition is true of the advice, and what was found.
func (c Condition) Holds(a *Advice) (bool, string) {
	if c.name == "kept" {
		return c.holdsForKept(a.Keeping)
	}
	r := a.Recommended
	if r == nil {
		return true, "nothing is recommended"
	}
	switch c.text {
	case "none":
		return false, ""
	case "unsure":
		return r.count(Unsure) > 0, "unsure: " + r.named(Unsure)
	case "not-met":
		return r.count(NotMet) > 0, "not met: " + r.named(NotMet)
	case "extrapolated":
		i := slices.IndexFunc(r.grounds(), func(e Estimate) bool { return e.How == Extrapolated })
		if i < 0 {
			return false, ""
		}
		return true, r.grounds()[i].Figure + " is extrapolated"
	}
	if slices.Contains(textNames, c.name) {
		have := map[string]string{
			"store": r.Subject.Store, "queue": r.Subject.Queue, "informer": r.Subject.Informer,
			"recommended": r.Subject.String(), "confidence": string(a.Confidence),
		}[c.name]
		return (have == c.word) == (c.op == "="), fmt.Sprintf("%s is %s", c.name, have)
	}
	return c.holdsFor(r.figure(c.name), a.model.figure(c.name).Unit)
}

func (c Condition) holdsForKept(k *Keeping) (bool, string) {
	switch {
	case k == nil:
		return true, "how objects are kept was not measured"
	case k.Recommended == nil:
		return true, "no way to keep objects is recommended"
	}
	have := k.Recommended.Subject.Kept
	return (have == c.word) == (c.op == "="), "kept is " + have
}

func (c Condition) holdsFor(e Estimate, unit string) (bool, string) {
	if e.How == NotMeasured {
		return true, c.name + " was not measured"
	}
	if c.end != "" && !e.Stated {
		return true, c.name + " has no interval"
	}
	have := map[string]float64{"": e.Value, "lo": e.Interval.Lo, "hi": e.Interval.Hi}[c.end]
	holds := map[string]bool{">": have > c.value, ">=": have >= c.value, "<": have < c.value, "<=": have <= c.value}[c.op]
	name := c.name
	if c.end != "" {
		name += "." + c.end
	}
	return holds, fmt.Sprintf("%s is %s", name, valueText(have, unit))
}

// String is the condition as it was written.
func (c Condition) String() string { return c.text }
