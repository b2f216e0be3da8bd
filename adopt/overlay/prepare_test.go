package overlay_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/adopt/overlay"
)

// build prepares and builds a program in a folder of its own, and looks after it that the
// program's tree is as it was. With -trimpath what was compiled is found again by
// the other tests, whatever the folder.
func build(t *testing.T, o overlay.Options) *overlay.Prepared {
	t.Helper()
	before := tree(t, o.Dir)
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	o.Flags = append(o.Flags, "-trimpath")
	p, err := overlay.Prepare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if err := p.Build(t.Context(), &said, &said); err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	sameTree(t, o.Dir, before)
	return p
}

// run runs the program that was built.
func run(t *testing.T, p *overlay.Prepared) (stdout, stderr string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.Output)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", p.Output, err, said.String())
	}
	return out.String(), said.String()
}

// tree is the text of every file below the folder, by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if entry.Type()&os.ModeSymlink != 0 {
			files[path], err = os.Readlink(path)
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameTree(t *testing.T, dir string, before map[string]string) {
	t.Helper()
	after := tree(t, dir)
	for path, text := range after {
		if was, there := before[path]; !there || was != text {
			t.Errorf("%s was written", path)
		}
		delete(before, path)
	}
	for path := range before {
		t.Errorf("%s was removed", path)
	}
}

func TestAnUnmodifiedProgramRunsOnTheStore(t *testing.T) {
	types := map[string]string{"mvcc": "*mvcc.Store", "sharded-xsync": "*sharded.XsyncStore", "clientgo": "*cache.threadSafeMap"}
	for store, want := range types {
		t.Run(store, func(t *testing.T) {
			p := build(t, overlay.Options{Dir: "testdata/sample", Store: store})
			stdout, stderr := run(t, p)
			if want := "an informer's store: " + want + "\nmade at start: " + want + "\n"; stdout != want {
				t.Errorf("the program printed %q, want %q", stdout, want)
			}
			if want := "informerbench: informer stores of this program are " + store + "\n"; stderr != want {
				t.Errorf("it said %q, want %q", stderr, want)
			}
			for _, c := range p.Changes {
				if c.Before != "" {
					t.Errorf("the version of a module changed: %s", c)
				}
			}
			if len(p.Notes) > 0 {
				t.Errorf("notes: %q", p.Notes)
			}
		})
	}
}

// What the initialization of imported packages makes comes before the choice.
func TestStoresMadeBeforeTheChoiceAreReported(t *testing.T) {
	p := build(t, overlay.Options{Dir: "testdata/sample", Package: "./cmd/early", Store: "mvcc"})
	stdout, stderr := run(t, p)
	if stdout != "*mvcc.Store, 0 in the library\n" {
		t.Errorf("the program printed %q", stdout)
	}
	want := "stores made before that choice, which are client-go's: 1, the first by example.com/sample/library.init ("
	if !strings.Contains(stderr, want) {
		t.Errorf("it said %q, want %q in it", stderr, want)
	}
}

// The command that is printed does the same, from any folder, and needs no network. Names with spaces are
// quoted.
func TestTheCommandIsForAShell(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a folder's name")
	t.Setenv("GOPROXY", "off")
	p := build(t, overlay.Options{Dir: "testdata/sample", Package: "example.com/sample", Store: "cow", Folder: folder})
	if err := os.Remove(p.Output); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", p.Command())
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", p.Command(), err, out)
	}
	if stdout, _ := run(t, p); !strings.Contains(stdout, "*cow.Store") {
		t.Errorf("the program printed %q", stdout)
	}
}
