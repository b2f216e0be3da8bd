package page_test

import (
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"

	"informerbench/report/page"
)

// Profiles are drawn into the page, with a table of what took most; a file that is none
// is warned of and spoils nothing.
func TestProfilesBecomeFlameGraphs(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "a-cell.goroutine.pprof"))
	if err != nil {
		t.Fatal(err)
	}
	if err := pprof.Lookup("goroutine").WriteTo(f, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "broken.pprof"), []byte("nothing"), 0o644); err != nil {
		t.Fatal(err)
	}
	in, o := small(t)
	o.Profiles = dir
	html, _ := written(t, in, o)
	checkHTML(t, "with flame graphs", html)
	wantAll(t, "the HTML", html, "Flame graphs</h2>", "<summary>a-cell.goroutine</summary>", "testing.tRunner", "What took most", "broken.pprof: ")
	o.Profiles = filepath.Join(dir, "absent")
	if _, err := page.Build(in, o); err == nil || !strings.Contains(err.Error(), "benchgen profile") {
		t.Errorf("a folder that is not there: %v", err)
	}
}
