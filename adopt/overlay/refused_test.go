package overlay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"informerbench/adopt/overlay"
)

// Each is refused with an error that says what to do, and nothing is written to the program's tree.
func TestWhatCannotBePrepared(t *testing.T) {
	inTree := filepath.Join("testdata", "sample", "build")
	for name, c := range map[string]struct {
		options overlay.Options
		want    []string
	}{
		"an unknown store":                {overlay.Options{Store: "best"}, []string{`unknown store "best": want one of clientgo, `}},
		"no module":                       {overlay.Options{Dir: "/"}, []string{`no go.mod in "/"`, "name a folder"}},
		"no such folder":                  {overlay.Options{Dir: "testdata/none"}, []string{`no folder "testdata/none"`, "name an existing one"}},
		"a library":                       {overlay.Options{Package: "./library"}, []string{`"example.com/sample/library" is a library`, "name a main package"}},
		"several packages":                {overlay.Options{Package: "./..."}, []string{"name one main package"}},
		"files":                           {overlay.Options{Package: "main.go"}, []string{"names files", "by its folder"}},
		"a program that does not build":   {overlay.Options{Package: "./none"}, []string{"mend it first", "none"}},
		"a program without informers":     {overlay.Options{Package: "./cmd/nothing"}, []string{"has no informers"}},
		"a build folder within the tree":  {overlay.Options{Folder: inTree}, []string{inTree, "name another"}},
		"a source that is another module": {overlay.Options{Source: "testdata/sample"}, []string{"is not the module"}},
		"another client-go": {overlay.Options{Dir: "testdata/old"},
			[]string{"uses client-go v0.36.6", "adopt/swap", "go get k8s.io/client-go@v0.37.2"}},
		"an anchor that is not there": {overlay.Options{Dir: "testdata/anchorless"},
			[]string{"found in 0 files instead of one", "NewThreadSafeStore", "use an unmodified client-go v0.37"}},
		"an anchor that is there twice": {overlay.Options{Dir: "testdata/anchored"}, []string{"found in 2 files instead of one"}},
		"an anchor with other parameters": {overlay.Options{Dir: "testdata/changed"},
			[]string{"takes (Indexers) instead of (Indexers, Indices, ...ThreadSafeStoreOption)", "use an unmodified client-go v0.37"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := c.options
			if o.Dir == "" {
				o.Dir = "testdata/sample"
			}
			if o.Store == "" {
				o.Store = "mvcc"
			}
			if o.Folder == "" {
				o.Folder = t.TempDir()
			}
			before := tree(t, "testdata")
			p, err := overlay.Prepare(t.Context(), o)
			if err == nil {
				t.Fatalf("it was prepared: %s", p.Command())
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %q, want %q in it", err, want)
				}
			}
			sameTree(t, "testdata", before)
		})
	}
}

func TestASecondOverlayIsRefused(t *testing.T) {
	t.Setenv("GOFLAGS", "-overlay=/nowhere/overlay.json")
	_, err := overlay.Prepare(t.Context(), overlay.Options{Dir: "testdata/sample", Store: "mvcc", Folder: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "GOFLAGS has -overlay") {
		t.Errorf("Prepare = %v", err)
	}
}
