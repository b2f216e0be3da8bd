package faults_test

import (
	"reflect"
	"strings"
	"testing"

	"informerbench/faults"
)

func TestDrawnPlansHaveEnoughOfEverything(t *testing.T) {
	drawn := map[faults.Kind]int{}
	verbs := map[faults.Verb]int{}
	for seed := range uint64(500) {
		p := faults.Draw(seed)
		if p.Keys() < faults.LeastKeys || p.Events() < faults.LeastEvents || p.Faults() < faults.LeastFaults {
			t.Errorf("seed %d: %d keys, %d events, %d faults", seed, p.Keys(), p.Events(), p.Faults())
		}
		for i, s := range p.Steps {
			drawn[s.Fault.Kind]++
			verbs[s.Do]++
			if i > 0 && s.At < p.Steps[i-1].At {
				t.Errorf("seed %d: step %v comes after %v", seed, s, p.Steps[i-1])
			}
		}
	}
	for _, k := range faults.Kinds() {
		if drawn[k] < 20 {
			t.Errorf("%s was drawn %d times", k, drawn[k])
		}
	}
	for _, v := range []faults.Verb{faults.Put, faults.Delete, faults.Recreate, faults.Join, faults.Stop} {
		if verbs[v] < 20 {
			t.Errorf("%s was drawn %d times", v, verbs[v])
		}
	}
}

func TestThePlanOfASeedIsAlwaysTheSame(t *testing.T) {
	if a, b := faults.Draw(7).String(), faults.Draw(7).String(); a != b {
		t.Errorf("%s\nis not\n%s", a, b)
	}
}

func TestTextOfAPlanIsThePlan(t *testing.T) {
	for seed := range uint64(100) {
		want := faults.Draw(seed)
		got, err := faults.Parse(strings.NewReader("# a comment\n\n" + want.String()))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: read\n%vwant\n%v", seed, got, want)
		}
	}
}

func TestErrorsOfAPlanNameTheLine(t *testing.T) {
	const head = "plan seed=1 store=mvcc queue=direct list=stream encoding=json source=listwatch\n"
	for text, want := range map[string]string{
		"":                                 "no line that begins with plan",
		head + "soon put a/b no=1":         `line 2 of the plan, "soon put a/b no=1": it does not begin with a time`,
		head + "1s":                        "no more than a time",
		head + "1s jump":                   "there are put, delete",
		head + "1s put":                    "put of what",
		head + "1s fault flood":            "there are [reset",
		head + "1s fault reset colour=red": "colour: there is no such parameter",
		head + "1s put a/b no=x":           "no: ",
		head + "1s put a/b no":             "name=value",
		"plan nonsense=1":                  "nonsense: there is no such parameter",
	} {
		if _, err := faults.Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want an error with %q", text, err, want)
		}
	}
}

// A plan whose setup names what there is not is a finding, not a crash.
func TestBadSetupIsSaid(t *testing.T) {
	p := faults.Draw(1)
	p.Setup.Store = "attic"
	r := faults.Run(t, p, faults.Ours())
	if len(r.Violations) != 1 || !strings.Contains(r.Violations[0].Detail, "attic") {
		t.Errorf("found %v", r.Violations)
	}
}

func TestShrinkKeepsWhatFails(t *testing.T) {
	p := faults.Draw(3)
	wanted := p.Steps[len(p.Steps)/2]
	for _, s := range p.Steps {
		if s.Do == faults.Strike {
			wanted = s
		}
	}
	runs := 0
	small := faults.Shrink(p, 1000, func(p faults.Plan) bool {
		runs++
		events, found := 0, false
		for _, s := range p.Steps {
			found = found || s == wanted
			if s.IsEvent() && s.Key == "ns-1/k13" {
				events++
			}
		}
		return found && events >= 2
	})
	if small.Faults() != 1 || len(small.Steps) != 3 {
		t.Errorf("%d runs shrink the plan to\n%s", runs, small)
	}
}
