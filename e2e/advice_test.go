package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"informerbench/stores/catalog"
)

// toRecommendation fits a recording, replays it over every store beside client-go's informer, and asks which to use.
// Each cell compares its store with the source in the end, and fails if an object was lost.
func toRecommendation(t *testing.T, program, recording, dir string) {
	t.Helper()
	described := filepath.Join(dir, "fit.json")
	must(t, os.WriteFile(described, []byte(runProgram(t, program, "fit", "--format=json", "--out="+filepath.Join(dir, "settings.json"), recording)), 0o600))
	var fit struct{ Objects, EventsPerSecond float64 }
	readJSON(t, described, &fit)
	if fit.Objects < 50 || fit.EventsPerSecond <= 0 {
		t.Errorf("the fit tells of %v objects and %v events a second", fit.Objects, fit.EventsPerSecond)
	}

	results := filepath.Join(dir, "results")
	runProgram(t, program, "bench", "--trace="+recording, "--speed=max", "--store=all", "--count=4", "--out="+results)
	measured := filepath.Join(results, "bench.txt")
	wantEveryStore(t, measured)
	wantAdvice(t, runProgram(t, program, "recommend", "--fit="+described, "--format=json", measured))
	advice := runProgram(t, program, "recommend", "--fit="+described, measured)
	t.Log(advice)
	if !strings.HasPrefix(advice, "Recommended: ") {
		t.Error("that is no recommendation")
	}

	page := filepath.Join(dir, "report.html")
	runProgram(t, program, "report", "--out="+page, measured)
	html, err := os.ReadFile(page)
	must(t, err)
	wantNoPrivateWord(t, "the page", string(html))
	if !strings.Contains(string(html), "<html") || !strings.Contains(string(html), "mvcc") {
		t.Errorf("the page has %d bytes, and no stores", len(html))
	}
}

func wantEveryStore(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	wantUnits(t, string(text), map[string][]string{"Sync": {"objects/s"}, "Throughput": {"events/s"}, "Heap": {"heap-B/object"}})
	for _, store := range catalog.Names() {
		if n := strings.Count(string(text), "BenchmarkThroughput/informer=ours/store="+store+"/"); n != 4 {
			t.Errorf("%d rounds of %s are in the results, want 4", n, store)
		}
	}
	if !strings.Contains(string(text), "/trace=lab") {
		t.Error("the results do not name the trace")
	}
}

// wantAdvice: it names a store, and does not claim to be sure after a few rounds of one cell.
func wantAdvice(t *testing.T, text string) {
	t.Helper()
	var advice struct {
		Headline    string
		Recommended *struct {
			Subject struct{ Informer, Store string }
		}
		Confidence string
		Doubts     []string
	}
	must(t, json.Unmarshal([]byte(text), &advice))
	if advice.Recommended == nil || !slices.Contains(catalog.Names(), advice.Recommended.Subject.Store) {
		t.Errorf("no store is recommended: %s", text)
	}
	if advice.Confidence != "low" && advice.Confidence != "fair" {
		t.Errorf("four rounds of one cell give the confidence %q", advice.Confidence)
	}
	doubts := strings.Join(advice.Doubts, "; ")
	if !strings.Contains(doubts, "4 rounds") {
		t.Errorf("the doubts do not tell of the few rounds: %q", advice.Doubts)
	}
	// The recording has several resources, and the fit and the cells speak of the same one.
	if strings.Contains(doubts, "extrapolated") {
		t.Errorf("the very trace that was replayed is extrapolated to: %q", advice.Doubts)
	}
	if advice.Recommended != nil && advice.Recommended.Subject.Informer == "ours" && !strings.Contains(advice.Headline, "no difference to client-go") {
		t.Errorf("after four rounds the headline is %q", advice.Headline)
	}
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	must(t, json.Unmarshal(data, into))
}
