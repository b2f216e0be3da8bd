package reflectorbench_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/reflectorbench"
)

// matrix is two tiny cells in two rounds, each in a process that is this test binary.
func matrix(t *testing.T, command string) (reflectorbench.Matrix, *bytes.Buffer) {
	t.Setenv(childEnv, "1")
	a, b := tiny(), tiny()
	a.Measures = []reflectorbench.Measure{reflectorbench.MeasureSync, reflectorbench.MeasureThroughput}
	b.Measures, b.Store = a.Measures, "rwmutex"
	var stderr bytes.Buffer
	return reflectorbench.Matrix{
		Cells: []reflectorbench.Cell{a, b}, Rounds: 2, Exe: os.Args[0], Args: []string{command},
		Out: filepath.Join(t.TempDir(), "results", "bench.txt"), Seed: 1, Stderr: &stderr,
	}, &stderr
}

func files(t *testing.T, m reflectorbench.Matrix) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(m.Out))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestMatrixWritesWholeResultsRoundByRound(t *testing.T) {
	m, stderr := matrix(t, "run")
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := files(t, m); len(got) != 1 || got[0] != "bench.txt" {
		t.Errorf("files are %v, want only bench.txt", got)
	}
	text, err := os.ReadFile(m.Out)
	if err != nil {
		t.Fatal(err)
	}
	results, _ := parse(t, text)
	if len(results) != 8 {
		t.Fatalf("%d results, want 2 measures of 2 cells in 2 rounds", len(results))
	}
	inRound := map[string]int{}
	for _, res := range results[:4] {
		inRound[string(res.Name)]++
	}
	if len(inRound) != 4 {
		t.Errorf("the first round has %d different results, want 4", len(inRound))
	}
	if n := strings.Count(string(text), "Unit events/s better=higher"); n != 1 {
		t.Errorf("unit events/s is declared %d times", n)
	}
	if lines := strings.Split(strings.TrimSpace(stderr.String()), "\n"); len(lines) != 4 || !strings.Contains(lines[3], "4/4") {
		t.Errorf("progress is not one line a finished cell:\n%s", stderr)
	}
}

func TestInterruptedMatrixLeavesOnlyAPartialFile(t *testing.T) {
	m, _ := matrix(t, "hang")
	ctx, cancel := context.WithCancel(t.Context())
	m.Stderr = nil
	go cancel() // whenever it comes, before, while or after the child starts
	err := m.Run(ctx)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "0 of 4 runs") {
		t.Errorf("error is %v, want one that says what was finished", err)
	}
	checkPartial(t, m)
}

func checkPartial(t *testing.T, m reflectorbench.Matrix) {
	t.Helper()
	if got := files(t, m); len(got) != 1 || got[0] != "bench.txt.partial" {
		t.Errorf("files are %v, want only bench.txt.partial", got)
	}
	if text, _ := os.ReadFile(m.Out + ".partial"); !strings.HasPrefix(string(text), "# PARTIAL") {
		t.Errorf("the partial file does not say so: %q", text)
	}
}

func TestFailingCellIsShownWithTheCommandThatRepeatsIt(t *testing.T) {
	m, _ := matrix(t, "fail")
	err := m.Run(t.Context())
	if err == nil {
		t.Fatal("no error")
	}
	for _, part := range []string{"the child was told to fail", "KUBE_FEATURE_WatchListClient=true ", "--store=", "--objects=200"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error lacks %q:\n%v", part, err)
		}
	}
	checkPartial(t, m)
}

// golang/go#58528: rows that do not parse, or fewer than there must be, are no results.
func TestBrokenOutputOfACellIsRefused(t *testing.T) {
	for command, says := range map[string]string{"garble": "output of cell", "short": "1 results, 2 are expected"} {
		m, _ := matrix(t, command)
		if err := m.Run(t.Context()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error is %v, want one that contains %q", command, err, says)
		}
		checkPartial(t, m)
	}
}
