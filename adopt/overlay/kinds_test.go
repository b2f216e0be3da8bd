package overlay_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/adopt/overlay"
)

// sample is a copy of the sample program, to be changed.
func sample(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/sample")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func runsOn(t *testing.T, p *overlay.Prepared, store string) {
	t.Helper()
	if stdout, _ := run(t, p); !strings.Contains(stdout, store) {
		t.Errorf("the program printed %q, want a %s", stdout, store)
	}
}

func noted(t *testing.T, p *overlay.Prepared, what string) {
	t.Helper()
	if notes := strings.Join(p.Notes, "\n"); !strings.Contains(notes, what) {
		t.Errorf("the notes are %q: there is nothing about %q", notes, what)
	}
}

func TestAVendoredProgram(t *testing.T) {
	dir := sample(t)
	goCommand(t, dir, "mod", "vendor")
	p := build(t, overlay.Options{Dir: dir, Store: "mvcc"})
	runsOn(t, p, "*mvcc.Store")
	noted(t, p, "the vendor folder is not used")
}

// The module beside the program is known to the workspace only.
func TestAProgramInAWorkspace(t *testing.T) {
	dir := sample(t)
	write(t, filepath.Join(dir, "beside", "go.mod"), "module example.com/beside\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "beside", "beside.go"), "package beside\n\nconst Name = \"beside\"\n")
	write(t, filepath.Join(dir, "cmd", "both", "main.go"), `package main

import (
	"fmt"

	"example.com/beside"
	"example.com/sample/watched"
)

func main() { fmt.Println(beside.Name, watched.Store(watched.New())) }
`)
	write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse (\n\t.\n\t./beside\n)\n\nreplace example.com/unused => ./beside\n")
	p := build(t, overlay.Options{Dir: filepath.Join(dir, "cmd", "both"), Store: "sharded-xsync"})
	runsOn(t, p, "beside *sharded.XsyncStore")
}

// For kubernetes' own modules many programs pin each version by a replacement.
func TestAProgramThatReplacesClientGoByAVersion(t *testing.T) {
	dir := sample(t)
	goCommand(t, dir, "mod", "edit", "-replace=k8s.io/client-go@v0.37.2=k8s.io/client-go@v0.37.2")
	runsOn(t, build(t, overlay.Options{Dir: dir, Store: "mvcc"}), "*mvcc.Store")
}

// A folder is overlaid where it is, and not written to.
func TestAProgramWithAForkOfClientGo(t *testing.T) {
	dir := sample(t)
	fork := filepath.Join(dir, "fork")
	if err := os.Symlink(goCommand(t, dir, "list", "-m", "-f={{.Dir}}", "k8s.io/client-go"), fork); err != nil {
		t.Fatal(err)
	}
	goCommand(t, dir, "mod", "edit", "-replace=k8s.io/client-go=./fork")
	p := build(t, overlay.Options{Dir: dir, Store: "mvcc"})
	runsOn(t, p, "*mvcc.Store")
	noted(t, p, "client-go is the folder")
}

func TestCgoAndBuildTags(t *testing.T) {
	if _, err := exec.LookPath(goCommand(t, ".", "env", "CC")); err != nil {
		t.Skip("there is no C compiler: ", err)
	}
	t.Setenv("CGO_ENABLED", "1")
	dir := sample(t)
	write(t, filepath.Join(dir, "cmd", "tagged", "main.go"), `//go:build special

package main

// static int one(void) { return 1; }
import "C"

import (
	"fmt"

	"example.com/sample/watched"
)

func main() { fmt.Println(C.one(), watched.Store(watched.New())) }
`)
	runsOn(t, build(t, overlay.Options{Dir: dir, Package: "./cmd/tagged", Tags: "special", Store: "mvcc"}), "1 *mvcc.Store")
}

// Our own programs, and those that have adopted a part of ours already, keep the version that they have.
func TestAProgramThatHasOurModule(t *testing.T) {
	root, err := overlay.SourceFolder()
	if err != nil {
		t.Fatal(err)
	}
	p, err := overlay.Prepare(t.Context(), overlay.Options{Dir: root, Package: "./cmd/benchgen", Store: "mvcc", Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	noted(t, p, "has the module informerbench already")
	if len(p.Changes) > 0 {
		t.Errorf("changes: %v", p.Changes)
	}
}
