package informerbench_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"informerbench/bench/informerbench"
)

func sample(s informerbench.Subject, readers int, reads informerbench.Reads) informerbench.Sample {
	return informerbench.Sample{Subject: s, Readers: readers, Reads: reads, MinTime: time.Millisecond, MinWrites: 20, Cap: time.Minute}
}

// Every sample ends with the checks of handler, store and reads, so that it ends without an error is
// the test.
func TestEverySubjectRunsWithEveryKindOfReader(t *testing.T) {
	pods := informerbench.NewPods(300, 0)
	for _, s := range informerbench.Subjects() {
		t.Run(s.Name, func(t *testing.T) {
			for _, c := range []struct {
				readers int
				reads   informerbench.Reads
			}{{0, informerbench.NoReads}, {2, informerbench.ListReads}, {2, informerbench.SnapshotReads}} {
				if c.reads == informerbench.SnapshotReads && !s.Snapshots {
					continue
				}
				r, err := sample(s, c.readers, c.reads).Run(t.Context(), pods)
				if err != nil {
					t.Fatalf("%d readers, %s: %v", c.readers, c.reads, err)
				}
				if r.Writes < 20 || r.WritesPerSecond <= 0 || r.Took < time.Millisecond {
					t.Errorf("%d readers, %s: %+v", c.readers, c.reads, r)
				}
			}
		})
	}
}

func TestASampleThatIsInterruptedEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sample(informerbench.Subjects()[0], 1, informerbench.ListReads).Run(ctx, informerbench.NewPods(10, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestReadersThatCannotReadFailTheSample(t *testing.T) {
	base := informerbench.Subjects()[0] // has no snapshots
	if _, err := sample(base, 1, informerbench.SnapshotReads).Run(t.Context(), informerbench.NewPods(10, 0)); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
}

// What a broken informer would do to the check.
func TestTheCheckFindsWhatWasLost(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(informerbench.Spoiled)
		want  string
	}{
		"nothing":              {func(informerbench.Spoiled) {}, ""},
		"an update not seen":   {func(s informerbench.Spoiled) { s.Newer(3) }, "pod 3 last at version 1, which is not the newest"},
		"an update from a gap": {func(s informerbench.Spoiled) { s.SeeFromGap(3) }, "not from the version seen before"},
		"a deleted pod":        {func(s informerbench.Spoiled) { s.DeleteFromStore(3) }, "the store has 9 pods, want 10"},
		"another object":       {func(s informerbench.Spoiled) { s.ReplaceInStore(3) }, "the store lists pod 3 at version 7"},
	} {
		err := informerbench.CheckAfter(t.Context(), c.spoil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
