package storebench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/bench/storebench"
)

func run(t *testing.T, stores ...storebench.Share) *storebench.Run {
	rows, err := storebench.Select([]string{"reindex"})
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &storebench.Run{
		Stores: stores, Objects: []int{10_000}, Rounds: 4, Rows: rows, Procs: []int{2},
		Exe: exe, Start: func(store string, _ int) []string { return []string{store} },
		Out: filepath.Join(t.TempDir(), "sub", "bench.txt"), Stderr: &strings.Builder{},
	}
}

func TestRunVisitsAllStoresInEachRoundAndSpreadsShares(t *testing.T) {
	r := run(t, storebench.Share{Store: "clientgo"}, storebench.Share{Store: "cow", Rounds: 2})
	r.Objects = []int{1000, 2000}
	perRound := map[string]map[string]int{}
	for _, job := range r.Jobs() {
		round, pair, _ := strings.Cut(job, ", ")
		if perRound[round] == nil {
			perRound[round] = map[string]int{}
		}
		perRound[round][pair]++
	}
	for i := range 4 {
		round := fmt.Sprintf("round %d", i+1)
		want := map[string]int{"1000 objects, clientgo": 1, "2000 objects, clientgo": 1}
		if i%2 == 1 {
			want["1000 objects, cow"], want["2000 objects, cow"] = 1, 1
		}
		if got := fmt.Sprint(perRound[round]); got != fmt.Sprint(want) {
			t.Errorf("%s has %s, want %v", round, got, want)
		}
	}
}

func TestRunLeavesItsResultsUnderTheirNameOnlyWhenWhole(t *testing.T) {
	t.Setenv(standIn, "well")
	r := run(t, storebench.Share{Store: "clientgo"}, storebench.Share{Store: "cow"})
	r.Rounds = 2
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Out)
	if err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("results %q (%v), want 4 lines", text, err)
	}
	if _, err := os.Stat(r.Out + ".partial"); err == nil {
		t.Error("the partial file is left")
	}
	if got := r.Stderr.(*strings.Builder).String(); !strings.Contains(got, "4/4  about 0s left") {
		t.Errorf("progress is %q", got)
	}
}

func TestRunThatFailsSaysHowToRepeatAndKeepsWhatIsWhole(t *testing.T) {
	for marker, want := range map[string]string{
		"fail:cow":   "the store is broken",
		"silent:cow": "lacks Store/store=cow/op=reindex",
	} {
		t.Setenv(standIn, marker)
		r := run(t, storebench.Share{Store: "clientgo"}, storebench.Share{Store: "cow"})
		err := r.Do(t.Context())
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "of 8 processes finished, kept in") {
			t.Errorf("%s: error %v", marker, err)
		}
		text, err := os.ReadFile(r.Out + ".partial")
		if err != nil || strings.Contains(string(text), "store=cow") {
			t.Errorf("%s: the partial file has %q (%v)", marker, text, err)
		}
		if _, err := os.Stat(r.Out); err == nil {
			t.Errorf("%s: there is a result file", marker)
		}
	}
}

func TestRunThatIsInterruptedSaysSo(t *testing.T) {
	t.Setenv(standIn, "well")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := run(t, storebench.Share{Store: "clientgo"})
	if err := r.Do(ctx); err == nil || !strings.Contains(err.Error(), "interrupted: 0 of 4 processes finished") {
		t.Errorf("error %v", err)
	}
}

func TestSelectAndSharesRefuseWhatDoesNotExist(t *testing.T) {
	if _, err := storebench.Select([]string{"gets"}); err == nil || !strings.Contains(err.Error(), "there are") {
		t.Errorf("Select: %v", err)
	}
	if rows, err := storebench.Select([]string{"all"}); err != nil || len(rows) != len(storebench.Rows()) {
		t.Errorf("Select(all): %d rows, %v", len(rows), err)
	}
	for _, text := range []string{"none", "cow:", "cow:0", "cow:x"} {
		if _, err := storebench.ParseShare(text); err == nil {
			t.Errorf("ParseShare(%q) is no error", text)
		}
	}
	if s, err := storebench.ParseShare("cow:4"); err != nil || s != (storebench.Share{Store: "cow", Rounds: 4}) {
		t.Errorf("ParseShare(cow:4) = %v, %v", s, err)
	}
}
