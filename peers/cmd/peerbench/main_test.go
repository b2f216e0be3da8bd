package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"informerbench/peers"
	"informerbench/stores"
)

// Rows find what they must find, and leave behind what was written, with every peer.
func TestRowsRunOnEveryPeer(t *testing.T) {
	for _, p := range peers.All() {
		var out strings.Builder
		if err := run(t.Context(), []string{"process", p.Name, "1000", "get,byindex,update,transaction,replace,list", "2", "0.001", "abc"}, &out, io.Discard); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if n := strings.Count(out.String(), "BenchmarkStore/store="+p.Name+"/op="); n < 6 {
			t.Errorf("%s: %d results in\n%s", p.Name, n, &out)
		}
	}
}

func TestWhatCannotBeMeasuredIsWrongUsage(t *testing.T) {
	for arg, want := range map[string]string{
		"--store=none": "statedb, memdb, btree, immutable, xsync, syncmap",
		"--scale=7k":   `unknown scale "7k"`,
		"--rows=none":  "no rows",
		"--count=0":    "count must be at least 1",
		"--procs=":     "no procs given",
		"--nosuch":     "nosuch",
		"measure":      `unknown argument "measure"`,
	} {
		err := run(context.Background(), []string{arg}, io.Discard, io.Discard)
		var wrong usageError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", arg, err, want)
		}
	}
}

func TestPeersAreListedWithWhatTheyGuarantee(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), []string{"--list"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, p := range peers.All() {
		if got := strings.Fields(lines[i+1]); got[0] != p.Name || strings.Count(fmt.Sprint(got[1:1+len(stores.Guarantees())]), "yes") != len(p.Guarantees) {
			t.Errorf("line %q", lines[i+1])
		}
	}
}
