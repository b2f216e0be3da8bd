package report_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
)

// A side that is empty must not pass as one that has nothing to compare with.
func TestEachFileNeedsResults(t *testing.T) {
	good, empty := filepath.Join(t.TempDir(), "good.txt"), filepath.Join(t.TempDir(), "empty.txt")
	for path, text := range map[string]string{good: "BenchmarkSync 1 2 ns/op\n", empty: "PASS\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, paths := range [][]string{{good, empty}, {empty, good}, {"new=" + empty, good}} {
		if _, err := report.Read(paths...); err == nil || !strings.Contains(err.Error(), "no benchmark results in "+empty) {
			t.Errorf("%v: %v", paths, err)
		}
	}
}
