package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page of other people's stores names where they win over ours, and keeps what people wrote around the tables.
func TestPeersPageTellsWhoIsBetter(t *testing.T) {
	dir := t.TempDir()
	raw := filepath.Join(dir, benchFile)
	write(t, raw, peerResults(6))
	page := filepath.Join(dir, pageFile)
	write(t, page, "# Peers\n\n"+beginMark+"old\n"+endMark+"\nthe end\n")
	if err := rewriteRatioFiles(dir, writeStoreTables, raw); err != nil {
		t.Fatal(err)
	}
	got := read(t, page)
	for _, want := range []string{
		"# Peers\n", "the end\n",
		"cpu: Abacus\n", "commit: abc\n", "rounds: 6\n",
		"| objects=10000 | memdb | 1: Get, quiet 0.50× | none | none |",
		"| objects=10000 | statedb | none | 1: Get, quiet 2.00× | none |",
		"| Get, quiet | 40.10ns ±",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "old\n") {
		t.Error("the page has its old tables still")
	}
	if text := read(t, filepath.Join(dir, tableFile)); !strings.Contains(text, "objects=10000, memdb\n  better in 1: Get, quiet 0.50×\n") {
		t.Errorf("%s lacks who is better:\n%s", tableFile, text)
	}
	if err := rewriteRatioFiles(dir, writeStoreTables, raw); err != nil || read(t, page) != got {
		t.Errorf("a second time the page changes (error %v)", err)
	}
}

// With any number of rounds there is a page; with few it gives no verdicts.
func TestPeersPageOfOneRound(t *testing.T) {
	dir := t.TempDir()
	raw := filepath.Join(dir, benchFile)
	write(t, raw, peerResults(1))
	var out strings.Builder
	if err := writeStoreTables(&out, 0, true, raw); err != nil {
		t.Fatal(err)
	}
	if want := "| objects=10000 | memdb | none | none | 1 with too few samples |"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in:\n%s", want, &out)
	}
}

// peerResults are rounds in which memdb needs half as long as mvcc, and statedb twice as long.
func peerResults(rounds int) string {
	var b strings.Builder
	b.WriteString("cpu: Abacus\ngo: go1.26\nclient-go: v0.37.2\ncommit: abc\nUnit ns/op better=lower\n\n")
	for round := range rounds {
		for _, s := range []struct {
			name string
			ns   int
		}{{"clientgo", 40}, {"clientgo-again", 40}, {"mvcc", 20}, {"memdb", 10}, {"statedb", 40}} {
			// Rounds differ by a little, the same for all, as rounds of a real run do.
			fmt.Fprintf(&b, "BenchmarkStore/store=%s/op=get/objects=10000/indexes=3/order=key-2 1 %.2f ns/op\n", s.name, float64(s.ns)*(1+float64(round)/1000))
		}
	}
	return b.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
