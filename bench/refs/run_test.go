package refs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"informerbench/bench/refs"
)

// program is a benchgen that measures nothing: it knows some stores and flags, and prints what it was called with.
func program(stores, flags string, rate int) string {
	return fmt.Sprintf(`#!/bin/sh
case "$1 $2" in
"stores --names") printf '%%s\n' %s ;;
"run --help") echo "Flags:"; for f in %s; do echo "      --$f string   what it is"; done; echo "  -h, --help   help" ;;
run*) echo "called: $*"; echo "Unit events/s better=higher"; echo "BenchmarkThroughput/$2-2 1 %d events/s" ;;
*) echo "unknown: $*" >&2; exit 1 ;;
esac
`, stores, flags, rate)
}

// repository has two commits of such a program, base and head, and HEAD on the second.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	for _, v := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // of a hook that runs tests
		t.Setenv(v, "")
		os.Unsetenv(v)
	}
	git(t, dir, "init", "--quiet")
	for _, c := range []struct{ tag, text string }{
		{"base", program("clientgo cow old", "store objects commit", 100)},
		{"head", program("clientgo cow new", "store objects commit mix", 50)},
	} {
		write(t, dir, c.text)
		git(t, dir, "add", "fake.sh")
		git(t, dir, "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "--quiet", "-m", c.tag)
		git(t, dir, "tag", c.tag)
	}
	return dir
}

func write(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "fake.sh"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// copyBuild is in place of go build.
func copyBuild(_ context.Context, dir, out string) error {
	text, err := os.ReadFile(filepath.Join(dir, "fake.sh"))
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o755)
}

func measurement(t *testing.T) (refs.Run, *strings.Builder) {
	var stderr strings.Builder
	return refs.Run{
		Repo: repository(t), Base: "base", Head: "head", Build: copyBuild, Rounds: 3,
		Args: []string{"--objects=10", "--mix=churn"}, Out: filepath.Join(t.TempDir(), "bench.txt"), Stderr: &stderr,
	}, &stderr
}

// nothingLeft checks that neither git nor the folder for temporary files knows of what was checked out.
func nothingLeft(t *testing.T, repo string) {
	t.Helper()
	if list := git(t, repo, "worktree", "list"); strings.Count(list, "\n") > 0 {
		t.Errorf("working trees are left:\n%s", list)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v (%v)", left, err)
	}
}

func matches(text, pattern string) (found []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

func TestSidesTakeTurnsInGoingFirst(t *testing.T) {
	r, stderr := measurement(t)
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	want := []string{"base", "head", "base-again", "head", "base-again", "base", "base-again", "base", "head"}
	if got := matches(text, `(?m)^side: (.*)$`); !slices.Equal(got, want) {
		t.Errorf("order %q, want %q", got, want)
	}
	// cow is the only store that both know, beside client-go's; head alone knows --mix.
	short := git(t, r.Repo, "rev-parse", "base")[:12]
	calls := matches(text, `(?m)^called: (.*)$`)
	if len(calls) != 9 || calls[0] != "run --store=cow --objects=10 --commit="+short {
		t.Errorf("calls %q", calls)
	}
	if got := matches(text, `1 (\d+) events/s`); !slices.Equal(got, []string{"100", "50", "100", "50", "100", "100", "100", "100", "50"}) {
		t.Errorf("results %q: not of the side that they stand under", got)
	}
	if !strings.Contains(stderr.String(), "--mix=churn is left out: not both commits know it") {
		t.Errorf("standard error %q", stderr)
	}
	nothingLeft(t, r.Repo)
}

func TestWithoutAHeadTheFolderIsMeasuredAsItIs(t *testing.T) {
	r, _ := measurement(t)
	r.Head, r.Stores, r.Rounds = "", []string{"cow"}, 1
	write(t, r.Repo, program("cow", "store commit", 7))
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "-with-changes\n") || !strings.Contains(string(text), " 7 events/s") {
		t.Errorf("results %s", text)
	}
	nothingLeft(t, r.Repo)
}

// However a run ends, what it has checked out is removed.
func TestAnEarlyEndLeavesNothingBehind(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	whole, _ := measurement(t)
	for name, c := range map[string]struct {
		spoil func(*refs.Run)
		want  string
	}{
		"interrupted while building": {func(r *refs.Run) {
			r.Build = func(ctx context.Context, _, _ string) error { cancel(); <-ctx.Done(); return ctx.Err() }
		}, "building base"},
		"does not build": {func(r *refs.Run) {
			r.Build = func(context.Context, string, string) error { return errors.New("broken") }
		}, "broken"},
		"no such base":     {func(r *refs.Run) { r.Base = "nosuch" }, `base "nosuch": no such commit`},
		"no such head":     {func(r *refs.Run) { r.Head = "--all" }, `head "--all": no such commit`},
		"no such store":    {func(r *refs.Run) { r.Stores = []string{"new"} }, `store "new": want some of those that both commits know: clientgo, cow`},
		"no rounds":        {func(r *refs.Run) { r.Rounds = 0 }, "at least 1"},
		"not a repository": {func(r *refs.Run) { r.Repo = "/" }, "is in no git repository"},
	} {
		t.Run(name, func(t *testing.T) {
			r, within := whole, t.Context()
			c.spoil(&r)
			if strings.HasPrefix(name, "interrupted") {
				within = ctx
			}
			if err := r.Do(within); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			nothingLeft(t, whole.Repo)
		})
	}
}

// A run that prints fewer results than it did before is no run (golang/go#58528).
func TestARunWithFewerResultsIsRefused(t *testing.T) {
	r, _ := measurement(t)
	once := filepath.Join(t.TempDir(), "ran")
	r.Build = func(ctx context.Context, dir, out string) error {
		text := strings.Replace(program("cow", "store", 1), "run*) ", "run*) test ! -e "+once+" || exit 0; touch "+once+"; ", 1)
		return os.WriteFile(out, []byte(text), 0o755)
	}
	if err := r.Do(t.Context()); err == nil || !strings.Contains(err.Error(), "it wrote 0 results") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(r.Out + ".partial"); err != nil || strings.Count(string(text), "Benchmark") != 1 {
		t.Errorf("kept %q (%v)", text, err)
	}
	nothingLeft(t, r.Repo)
}
