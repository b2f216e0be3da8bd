package recommend_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"informerbench/report/recommend"
)

// UPDATE_GOLDEN=1 writes the files anew.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := "testdata/" + file
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; UPDATE_GOLDEN=1 go test writes it anew:\n%s", path, got)
	}
}

func golds() recommend.Cluster {
	c := cluster()
	c.Objects, c.Readers = 300_000, 1
	c.ReadKinds = recommend.Words{"get", "list"}
	c.MemoryLimit = 2 << 30
	c.Guarantees, _ = recommend.ParseGuarantees([]string{"snapshot"})
	return c
}

func TestText(t *testing.T) {
	var out bytes.Buffer
	if err := advise(t, golds()).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "advice.txt", out.Bytes())
}

func TestMarkdown(t *testing.T) {
	var out bytes.Buffer
	if err := advise(t, golds()).WriteMarkdown(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "advice.md", out.Bytes())
}

func TestJSONHasNullForWhatIsOpen(t *testing.T) {
	var out bytes.Buffer
	if err := advise(t, golds()).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Recommended struct {
			Objectives []struct {
				Figure   string
				Estimate struct{ Interval []*float64 }
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	o := read.Recommended.Objectives[0]
	if o.Figure != "staleness-p99" || len(o.Estimate.Interval) != 2 || o.Estimate.Interval[0] == nil || o.Estimate.Interval[1] != nil {
		t.Errorf("staleness beside a reader, measured without: %+v\n%s", o, out.String())
	}
}

func TestNamesFromFilesAreNoMarkup(t *testing.T) {
	c := cluster()
	c.Workload = "mix=<b>|`x`\x1b[31m"
	a := advise(t, c)
	var md, text bytes.Buffer
	if err := a.WriteMarkdown(&md); err != nil {
		t.Fatal(err)
	}
	if err := a.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(md.String(), "<b>") || strings.Contains(text.String(), "\x1b") {
		t.Errorf("markup or control characters passed:\n%s", md.String())
	}
}
