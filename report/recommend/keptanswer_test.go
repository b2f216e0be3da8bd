package recommend_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"informerbench/report/recommend"
)

// Results without the key kept say nothing of how objects are kept.
func TestWithoutSuchResultsNothingIsSaid(t *testing.T) {
	a := advise(t, golds())
	var out bytes.Buffer
	if err := a.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if a.Keeping != nil || small(t).Kept() != nil || strings.Contains(out.String(), "keeping") || strings.Contains(a.Headline(), "Memory") {
		t.Errorf("%s\n%s", a.Headline(), out.String())
	}
}

func TestKeepingText(t *testing.T) {
	a, err := keptModel(t, 5).Recommend(pods(1050*mi), withPacked)
	if err != nil {
		t.Fatal(err)
	}
	var text, markdown bytes.Buffer
	if err := a.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "keeping.txt", text.Bytes())
	if err := a.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"**Memory: keep objects as clientgo+share", "### How objects are kept in memory", "| packed |"} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown.String())
		}
	}
}

// With results of stores both are answered, and an objective that stores miss points to what meets it.
func TestBothAreAnswered(t *testing.T) {
	m := keptModel(t, 5, "testdata/small.txt")
	c := cluster()
	c.MemoryLimit, c.ObjectBytes, c.Profile = 2*gi, 15_600, ""
	a, err := m.Recommend(c, withPacked)
	if err != nil {
		t.Fatal(err)
	}
	if h := a.Headline(); !strings.HasPrefix(h, "Recommended: ours/inorder/") || !strings.Contains(h, ". Memory: keep objects as wire+encoded") {
		t.Errorf("the headline is %q", h)
	}
	if len(a.Unmet) != 1 || !strings.HasSuffix(a.Unmet[0], "; met with objects kept as wire+encoded") {
		t.Errorf("unmet: %q", a.Unmet)
	}
	for _, candidate := range a.Candidates {
		if candidate.Subject.Kept != "" {
			t.Errorf("%v is a candidate among the stores", candidate.Subject)
		}
	}
}

func TestKeepingInJSON(t *testing.T) {
	a, err := keptModel(t, 5).Recommend(pods(900*mi, "strip"), withPacked)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	type way struct {
		Informer, Kept, Barred string
		Needs                  []string
		Objectives             []struct{ Status string }
		Figures                []struct {
			Figure   string
			Value    *float64
			Interval []*float64
		}
		Relations []struct{ Figure, Verdict string }
	}
	var read struct {
		Headline string
		Keeping  struct {
			Now, Recommended *way
			Ways             []way
			Adopt            []string
		}
	}
	if err := json.Unmarshal(out.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	k := read.Keeping
	if k.Now == nil || k.Now.Kept != "plain" || len(k.Ways) != len(ways)-1 {
		t.Fatalf("read %+v", k)
	}
	r := k.Recommended
	if r == nil || r.Informer != "wire" || r.Kept != "strip-encoded" || r.Needs[0] != "strip" || r.Barred != "" || r.Objectives[0].Status != "met" || r.Relations[0].Verdict != "better" {
		t.Errorf("recommended %+v", r)
	}
	if f := r.Figures[0]; f.Figure != "memory" || f.Value == nil || len(f.Interval) != 2 {
		t.Errorf("memory %+v", f)
	}
	if adopt := strings.Join(k.Adopt, "\n"); !strings.Contains(adopt, "encoded.Options{StripManagedFields: true") {
		t.Errorf("adopt: %s", adopt)
	}
}

// Whoever allows fields to be stripped is told which, and how.
func TestStrippedTokensAreTold(t *testing.T) {
	text := strings.ReplaceAll(keptText([]int{100_000}, 10, 0.005, level), "wire+strip+encoded/kept=strip-encoded", "wire+strip+tokens+share/kept=strip-tokens-share")
	m, err := recommend.FromResults(readText(t, text))
	if err != nil {
		t.Fatal(err)
	}
	k := keep(t, m, pods(900*mi, "strip"))
	if got := chosen(k); got != "wire+strip+tokens+share" {
		t.Fatalf("recommended is %s: %q", got, k.Why)
	}
	if why := strings.Join(k.Why, "\n"); !strings.Contains(why, "you allow strip: the volumes with tokens of service accounts, their mounts, managedFields") {
		t.Errorf("why: %s", why)
	}
	if adopt := strings.Join(k.Adopt, "\n"); !strings.Contains(adopt, "compact.StripOptions{Paths: compact.TokenVolumePaths()}") || !strings.Contains(adopt, "compact.Chain(strip, share)") {
		t.Errorf("adopt: %s", adopt)
	}
	if got := named(t, keep(t, m, pods(900*mi)), "wire+strip+tokens+share").Barred; got != "needs --allow=strip" {
		t.Errorf("nothing allowed: %q", got)
	}
}

func TestConditionsOnHowObjectsAreKept(t *testing.T) {
	fits, err := keptModel(t, 5).Recommend(pods(2*gi), withPacked)
	if err != nil {
		t.Fatal(err)
	}
	not, err := keptModel(t, 5).Recommend(pods(100*mi), withPacked)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]bool{"kept!=encoded": {false, true}, "kept=encoded": {true, true}, "kept=share": {false, true}} {
		c, err := recommend.ParseCondition(text, withPacked)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range []*recommend.Advice{fits, not} {
			if got, found := c.Holds(a); got != want[i] {
				t.Errorf("%q is %v of %s (%s)", text, got, a.Headline(), found)
			}
		}
		if holds, found := c.Holds(advise(t, cluster())); !holds || !strings.Contains(found, "not measured") {
			t.Errorf("%q is %v without such results (%s)", text, holds, found)
		}
	}
	if _, err := recommend.ParseCondition("kept=small", withPacked); err == nil || !strings.Contains(err.Error(), "allowed are plain, intern") {
		t.Errorf("%v", err)
	}
}

func TestWhatCanBeAllowed(t *testing.T) {
	c, err := recommend.ParseCluster([]byte("objects: 1\nallow: [strip, copies]"))
	if err != nil || c.Validate() != nil || len(c.Allow) != 2 {
		t.Errorf("%+v, %v, %v", c, err, c.Validate())
	}
	c.Allow = recommend.Words{"everything"}
	if err := c.Validate(); err == nil || err.Error() != `cannot allow "everything": what can be allowed is strip, copies` {
		t.Errorf("%v", err)
	}
}

// Of each figure a way was measured in, each size in turn is held out.
func TestIntervalsHoldHeldOutSizes(t *testing.T) {
	bent := func(figure string, objects float64) float64 {
		// Tables and dictionaries weigh less the more there is, collections more.
		return level(figure, objects) * (1 + math.Pow(1e4/objects, 0.7)) * (1 + objects/3e6)
	}
	m, err := recommend.FromResults(readText(t, keptText([]int{10_000, 30_000, 100_000, 300_000, 1_000_000}, 6, 0.05, bent)))
	if err != nil {
		t.Fatal(err)
	}
	var c coverage
	kept := m.Kept()
	for _, s := range kept.Series() {
		for i, cell := range s.Cells {
			e := kept.Without(s, i).Predict(s.Subject, s.Figure, s.Context, cell.At)
			c.count(fmt.Sprintf("%v %s %v", s.Subject, s.Figure, cell.At), e, cell.Rounds)
		}
	}
	c.check(t, 200)
}
