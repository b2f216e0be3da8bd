package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
)

// twoMachines is six rounds of two stores on one machine, and six on another one, slower by half.
func twoMachines(change string) []string {
	var lines []string
	for i, cpu := range []string{"cpu: one", change} {
		lines = append(lines, "cpu: one", "kernel: 6.1", "gogc: 100", "commit: abc", cpu)
		for n := range 6 {
			lines = append(lines, samples("clientgo", float64(200-100*i+n))...)
			lines = append(lines, samples("cow", float64(200-100*i+n))...)
		}
	}
	return lines
}

func TestMachinesNeverMix(t *testing.T) {
	for _, change := range []string{"cpu: two", "kernel: 6.2", "gogc: off", "commit: def", "go: go1.99", "gomaxprocs: 8", "gomemlimit: 100"} {
		in := read(t, twoMachines(change)...)
		// Without a table for each configuration they would be averaged.
		c, err := report.Compare(in, report.Options{Col: "/store", Table: "pkg", Ignore: ".config"})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Tables) != 2 || len(c.Tables[0].Cells[0][0].Sample.Values) != 6 || c.Tables[1].Machine != change {
			t.Fatalf("%s: %d tables, the last on %q", change, len(c.Tables), c.Tables[len(c.Tables)-1].Machine)
		}
		var b bytes.Buffer
		if err := c.WriteText(&b, report.Layout{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "warning: results of 2 machines, settings or commits are not compared") || !strings.Contains(b.String(), "(2) "+change) {
			t.Errorf("%s: no warning in\n%s", change, b.String())
		}
		s, err := report.Summarize(in, report.SummaryOptions{
			Figures: []report.Figure{{Title: "events/s", Filter: ".name:X", Unit: "events/s"}}, Subject: "/store", Base: "clientgo",
		})
		if err != nil || len(s.Groups) != 2 || s.Groups[1].Machine != change || len(s.Warnings) != 1 {
			t.Errorf("%s: summary %+v, %v", change, s, err)
		}
	}
}

// Who names a setting in a projection wants to compare it.
func TestASettingCanBeWhatIsCompared(t *testing.T) {
	c, err := report.Compare(read(t, twoMachines("gogc: off")...), report.Options{Col: "gogc", Row: ".fullname"})
	if err != nil || len(c.Tables) != 1 || len(c.Tables[0].Cols) != 2 || len(c.Warnings) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestMachinesAreListed(t *testing.T) {
	got := read(t, twoMachines("cpu: two")...).Machines()
	if len(got) != 2 || got[0].String() != "cpu: one, kernel: 6.1, gogc: 100" || len(got[1].Results) != 12 {
		t.Errorf("%+v", got)
	}
}

// Two files of two commits are what a comparison of files is for; two commits in one of them are not.
func TestFilesMayDifferInCommitAndColumnsMayNotMixCommits(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := append([]string{"commit: one"}, samples("cow", 1, 2, 3, 4)...)
	two := append([]string{"commit: two"}, samples("cow", 5, 6, 7, 8)...)
	for _, c := range []struct {
		b       string
		columns int
		mixed   bool
	}{{write("b.txt", two...), 2, false}, {write("c.txt", append(two, one...)...), 2, true}} {
		in, err := report.Read(write("a.txt", one...), c.b)
		if err != nil {
			t.Fatal(err)
		}
		cmp, err := report.Compare(in, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(cmp.Tables) != 1 || len(cmp.Tables[0].Cols) != c.columns {
			t.Fatalf("%d tables with columns %q", len(cmp.Tables), cmp.Tables[0].Cols)
		}
		if got := cmp.Tables[0].Cells[0][1].Warnings; (len(got) > 0) != c.mixed || c.mixed && got[0] != "results in one cell are of several commits: one, two" {
			t.Errorf("warnings %q, mixed is %t", got, c.mixed)
		}
	}
}
