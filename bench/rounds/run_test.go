package rounds_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/bench/rounds"
)

type job string

func (j job) String() string { return string(j) }
func (j job) Kind() string   { return string(j[:1]) }
func (j job) Size() string   { return "any" }

func run(t *testing.T, do func(context.Context, job) ([]byte, error)) (rounds.Run[job], *strings.Builder) {
	var progress strings.Builder
	return rounds.Run[job]{
		Jobs: []job{"a1", "b1", "a2"}, Do: do, Noun: "samples",
		Out: filepath.Join(t.TempDir(), "new", "bench.txt"), Stderr: &progress,
	}, &progress
}

func TestAWholeRunLeavesAllResultsUnderTheirName(t *testing.T) {
	r, progress := run(t, func(_ context.Context, j job) ([]byte, error) { return []byte(j + "\n"), nil })
	if err := r.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(r.Out); err != nil || string(text) != "a1\nb1\na2\n" {
		t.Errorf("results %q (%v)", text, err)
	}
	if !strings.Contains(progress.String(), "3/3  about 0s left  a2") {
		t.Errorf("progress %q", progress)
	}
}

func TestAJobMayBeLeftOut(t *testing.T) {
	r, progress := run(t, func(_ context.Context, j job) ([]byte, error) { return []byte(j + "\n"), nil })
	r.Leave = func(j job) bool { return j == "b1" }
	if err := r.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(r.Out); err != nil || string(text) != "a1\na2\n" {
		t.Errorf("results %q (%v)", text, err)
	}
	if !strings.Contains(progress.String(), "2/2  about 0s left  a2") {
		t.Errorf("progress %q", progress)
	}
}

func TestARunThatEndsEarlyKeepsWhatIsWhole(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for _, c := range []struct {
		want, kept string
		end        func() error
	}{
		{"b1: broken\n1 of 3 samples finished, kept in", "a1\n", func() error { return errors.New("broken") }},
		{"interrupted: 2 of 3 samples finished, kept in", "a1\nb1\n", func() error { cancel(); return nil }},
	} {
		r, _ := run(t, func(_ context.Context, j job) ([]byte, error) {
			if j == "b1" {
				return []byte("b1\n"), c.end()
			}
			return []byte(j + "\n"), nil
		})
		if err := r.Run(ctx); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		if text, err := os.ReadFile(r.Out + ".partial"); err != nil || string(text) != c.kept {
			t.Errorf("kept %q (%v), want %q", text, err, c.kept)
		}
		if _, err := os.Stat(r.Out); err == nil {
			t.Error("there is a result file")
		}
	}
}

func TestFewerTurnsAreSpreadOverTheRounds(t *testing.T) {
	for share, want := range map[int]string{0: "1111111111", 4: "0010100101", 10: "1111111111", 20: "1111111111"} {
		got := ""
		for round := range 10 {
			got += map[bool]string{true: "1", false: "0"}[rounds.Due(round, 10, share)]
		}
		if got != want {
			t.Errorf("share %d has its turns at %s, want %s", share, got, want)
		}
	}
}

func TestLinesAreBenchmarkText(t *testing.T) {
	got := rounds.Line("Store/op=get-2", []string{"ns/op", "B/op"}, []float64{1.23456, 12345.6})
	if want := "BenchmarkStore/op=get-2 1 1.2346 ns/op 12346 B/op\n"; got != want {
		t.Errorf("line %q, want %q", got, want)
	}
	if head := rounds.Header("abc", []rounds.Unit{{"reads/s", "higher"}}); !strings.Contains(head, "commit: abc\n") ||
		!strings.Contains(head, fmt.Sprintln("Unit reads/s better=higher")) {
		t.Errorf("header %q", head)
	}
}
