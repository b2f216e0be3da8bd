package fit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/workload"
	"informerbench/workload/fit"
	"informerbench/workload/replay"
)

// What a fit says and what names the cells of a replay are the same thing, also of a trace of several resources.
func TestObjectsAreThoseThatNameAReplay(t *testing.T) {
	for _, resources := range [][]workload.Resource{
		{workload.Pods}, {workload.ConfigMaps, workload.Pods, workload.Nodes}, {workload.Nodes, workload.Leases, workload.Pods},
	} {
		c := workload.Config{Seed: 3, Objects: 300, Profile: workload.Small, Resources: resources}
		data := made(t, c, workload.Churn, 1, 200, 100)
		path := filepath.Join(t.TempDir(), "some.trace")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		played, err := replay.Open(t.Context(), path, replay.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := fitted(t, data)
		primary := played.Kinds[0].Resource
		if f.Resource != string(primary) || f.Objects != played.Counts[primary] {
			t.Errorf("of %v the fit describes %d %s, a replay is named by %d %s", resources, f.Objects, f.Resource, played.Counts[primary], primary)
		}
		total := 0
		for _, n := range played.Counts {
			total += n
		}
		if f.AllObjects != total || len(resources) > 1 && f.AllObjects == f.Objects {
			t.Errorf("of %v the fit counts %d objects in all, a replay %d", resources, f.AllObjects, total)
		}
		wantResource(t, f, len(resources) > 1)
	}
}

// wantResource: that there are several resources is said, and which one is meant.
func wantResource(t *testing.T, f *fit.Fit, several bool) {
	t.Helper()
	var text bytes.Buffer
	if err := f.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if said := strings.Contains(text.String(), "cells of a replay are named by the "); said != several {
		t.Errorf("several resources: %v; the text is\n%s", several, text.String())
	}
}
