package page_test

import (
	"errors"
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

// Profiles of the same cell are compared with client-go's, by kind: with client-go as it ships, or else with ours over its store.
func TestProfilesAreComparedWithClientGo(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"informer-ours,store-mvcc,queue-inorder,objects-1000.goroutine", "informer-clientgo,store-clientgo,queue-realfifo,objects-1000.goroutine",
		"informer-ours,store-mvcc,queue-inorder,objects-1000.threadcreate", // of another kind than the others
		"informer-ours,store-cow,queue-direct,objects-2000.goroutine", "informer-ours,store-clientgo,queue-direct,objects-2000.goroutine",
	} {
		f, err := os.Create(filepath.Join(dir, name+".pprof"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(pprof.Lookup("goroutine").WriteTo(f, 0), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	in, o := small(t)
	o.Profiles = dir
	html, _ := written(t, in, o)
	checkHTML(t, "with differences", html)
	wantAll(t, "the HTML", html, "How each differs from client-go</h3>",
		"<summary>goroutine: ours/inorder/mvcc against clientgo/realfifo/clientgo, objects=1000</summary>",
		"<summary>goroutine: ours/direct/cow against ours/direct/clientgo, objects=2000</summary>",
		"Where the shares of their own totals differ most", "<summary>goroutine of ours/inorder/mvcc, objects=1000</summary>")
	if n := strings.Count(html, " against clientgo/realfifo/clientgo, objects=1000</summary>"); n != 1 {
		t.Errorf("%d differences to client-go as it ships, want 1", n)
	}
}
