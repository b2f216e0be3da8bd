package recommend_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
	"informerbench/report/recommend"
	"informerbench/stores"
)

// of makes a model of the small run, changed.
func of(t *testing.T, change func([]*benchfmt.Result) []*benchfmt.Result) *recommend.Model {
	t.Helper()
	in, err := report.Read("testdata/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	in.Results = change(in.Results)
	m, err := recommend.FromResults(in)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// twice has every round once more, a thousandth larger.
func twice(results []*benchfmt.Result) []*benchfmt.Result {
	for _, r := range results {
		again := r.Clone()
		for i := range again.Values {
			again.Values[i].Value *= 1.001
		}
		results = append(results, again)
	}
	return results
}

// alike has what was measured of client-go as it ships under the name of ours with mvcc, too, and nothing else.
func alike(results []*benchfmt.Result) (out []*benchfmt.Result) {
	for _, r := range twice(results) {
		name := string(r.Name)
		if !strings.Contains(name, "/informer=clientgo/") {
			continue
		}
		out = append(out, r)
		if !strings.Contains(name, "/repeat=") {
			ours := r.Clone()
			name = strings.Replace(name, "/informer=clientgo/", "/informer=ours/", 1)
			name = strings.Replace(name, "/store=clientgo/", "/store=mvcc/", 1)
			ours.Name = []byte(strings.Replace(name, "/queue=realfifo/", "/queue=inorder/", 1))
			out = append(out, ours)
		}
	}
	return out
}

func same(results []*benchfmt.Result) []*benchfmt.Result { return results }

func TestTheFirstLinesSayWhatIsNotShown(t *testing.T) {
	readers := cluster()
	readers.Guarantees = recommend.Guarantees{stores.ReadersNeverBlock} // which client-go's store does not keep
	for name, c := range map[string]struct {
		change   func([]*benchfmt.Result) []*benchfmt.Result
		cluster  recommend.Cluster
		headline string // what it ends with
		line     string // what the next one begins with
	}{
		"few rounds": {same, cluster(), "; no difference to client-go as it ships is shown)",
			"No difference to client-go as it ships is shown: with 5 rounds none of 12 comparisons can be told from chance (Mann-Whitney's test, Holm's correction); take 6 or more."},
		"rounds enough": {twice, cluster(), "(confidence: high)", "\n"},
		"no difference": {alike, readers, "(confidence: low; no difference to client-go as it ships is shown)",
			"No difference to client-go as it ships is shown: none of 3 figures is better significantly and by more than noise"},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := of(t, c.change).Recommend(c.cluster, offers)
			if err != nil {
				t.Fatal(err)
			}
			if got := a.Recommended.Subject.String(); got != "ours/inorder/mvcc" {
				t.Errorf("recommended is %s", got)
			}
			if !strings.HasSuffix(a.Headline(), c.headline) {
				t.Errorf("the headline is %q, want it to end with %q; the doubts are %q", a.Headline(), c.headline, a.Doubts)
			}
			var text, markdown bytes.Buffer
			if err := a.WriteText(&text); err != nil {
				t.Fatal(err)
			}
			if err := a.WriteMarkdown(&markdown); err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(text.String(), "\n")
			if !strings.HasPrefix(rest, c.line) {
				t.Errorf("below the headline stands %.300q", rest)
			}
			if shown := c.line == "\n"; shown == strings.Contains(markdown.String(), "is shown: ") {
				t.Errorf("the Markdown begins with %.400q", markdown.String())
			}
		})
	}
}

func TestEvidenceInJSON(t *testing.T) {
	var out bytes.Buffer
	if err := advise(t, cluster()).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Headline    string
		Evidence    []recommend.Evidence
		Recommended struct {
			Gains []struct {
				Verdict     string
				P           *float64
				Significant bool
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	e := read.Evidence
	if len(e) != 2 || e[0].Against != recommend.Base || e[0].Difference || e[0].Gain || !strings.HasPrefix(e[0].Why, "with 5 rounds") {
		t.Errorf("against client-go: %+v", e)
	}
	if !e[1].Gain || e[1].Why != "" || !strings.Contains(read.Headline, "no difference to client-go") {
		t.Errorf("against the runner-up: %+v; %s", e[1], read.Headline)
	}
	if g := read.Recommended.Gains[0]; g.Significant || g.P == nil || *g.P < 0.05 || g.Verdict != "better" {
		t.Errorf("the first gain is %+v", g)
	}
}

// first has one round of everything.
func first(results []*benchfmt.Result) (out []*benchfmt.Result) {
	seen := map[string]bool{}
	for _, r := range results {
		if name := string(r.Name); !seen[name] {
			seen[name] = true
			out = append(out, r)
		}
	}
	return out
}

func TestOneRoundIsCalledOne(t *testing.T) {
	a, err := of(t, first).Recommend(cluster(), offers)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := a.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"with 1 round none of ", "measured in 1 round, ", "of 2 objectives it meets"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in:\n%s", want, &text)
		}
	}
}
