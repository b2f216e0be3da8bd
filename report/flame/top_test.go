package flame_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report/flame"
)

// A function that calls itself is in the total once.
func TestTopCountsOwnTimeAndCallsOnce(t *testing.T) {
	p := folded(t, "main;f;f;g 6", "main;f 3", "main 1")
	top, totals, err := flame.Top(p, "samples", 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(top, totals); got != "[{g 6 6 0.6 0.6} {f 3 9 0.3 0.9}] {10 samples count}" {
		t.Errorf("top: %s", got)
	}
}

func TestRoundsAddUp(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i := range 3 {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := flame.WriteFile(path, folded(t, "main;informerbench/fifo.f 2", fmt.Sprintf("main;only%d 1", i))); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	merged, err := flame.MergeFiles(paths, "rounds 3")
	if err != nil {
		t.Fatal(err)
	}
	top, totals, err := flame.Top(merged, "samples", 1)
	if err != nil || totals.Value != 9 || top[0].Self != 6 || fmt.Sprint(merged.Comments) != "[rounds 3]" {
		t.Errorf("top %v, %v of %v (%v)", top, totals, merged.Comments, err)
	}
	if labels := merged.Sample[0].Label[flame.StageLabel]; len(labels) != 1 {
		t.Errorf("stage labels %v", labels)
	}
	if left, err := filepath.Glob(dir + "/*partial*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestWhatIsNoProfileIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pprof")
	if err := os.WriteFile(path, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := flame.MergeFiles([]string{path}); err == nil || !strings.Contains(err.Error(), "x.pprof is no profile") {
		t.Errorf("error %v", err)
	}
}

func TestAmountsReadWell(t *testing.T) {
	for _, c := range []struct {
		value      int64
		unit, want string
	}{
		{1_234_567_890, "nanoseconds", "1.23s"}, {999, "nanoseconds", "999ns"}, {45_678_000, "nanoseconds", "45.68ms"},
		{512, "bytes", "512 B"}, {3 << 20, "bytes", "3.00 MiB"}, {7, "count", "7"}, {7, "joules", "7 joules"},
	} {
		if got := flame.Amount(c.value, c.unit); got != c.want {
			t.Errorf("%d %s is %s, want %s", c.value, c.unit, got, c.want)
		}
	}
}

func TestStagesShareTheWhole(t *testing.T) {
	shares, err := flame.ByStage(small(t), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	sum := 0.0
	for _, s := range shares {
		sum += s.Share
		if s.Share > 0 {
			got = append(got, fmt.Sprintf("%s %.1f", s.Stage, 135*s.Share))
		}
	}
	if want := "[reflector 15.0 queue 5.0 store 50.0 handler 20.0 reader 30.0 gc 12.0 scheduler 3.0]"; fmt.Sprint(got) != want || sum < 0.999 || sum > 1.001 {
		t.Errorf("shares %v (sum %v), want %s", got, sum, want)
	}
}
