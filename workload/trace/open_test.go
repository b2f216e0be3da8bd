package trace_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/workload/trace"
)

// Whoever gave a wrong name reads that name, and what to do; temporary names are nobody's business.
func TestWhatCannotBeWrittenIsSaidOfTheNameThatWasGiven(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		there:                              there + " exists: choose another name, or replace it with --force",
		dir:                                dir + " is not a regular file: choose another name",
		filepath.Join(dir, "nosuch", "x"):  `no folder "` + filepath.Join(dir, "nosuch") + `" for x: make it first, or choose another name`,
		filepath.Join(there, "x"):          filepath.Join(there, "x") + " cannot be written: not a directory: choose another name",
		filepath.Join(there, "deep", "er"): filepath.Join(there, "deep", "er") + " cannot be written: not a directory: choose another name",
		filepath.Join(dir, "free"):         "",
	} {
		err := trace.MayWrite(path, false)
		if got := text(err); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		if path == there {
			continue // WriteFile replaces
		}
		written := trace.WriteFile(path, func(io.Writer) error { return errors.New("begun") })
		if want == "" {
			want = "begun"
		}
		if got := text(written); got != want {
			t.Errorf("%s: written: %q, want %q", path, got, want)
		}
	}
	if err := trace.MayWrite(there, true); err != nil {
		t.Errorf("by force: %v", err)
	}
	assertFiles(t, dir, "there")
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A short text was called a damaged trace.
func TestWhatIsNoTraceIsNotCalledDamaged(t *testing.T) {
	for in, want := range map[string]string{
		"pods\n":                  "not a trace: the file does not begin as",
		"\x7fELF":                 "not a trace: the file does not begin as",
		"{":                       "benchgen trace import makes a trace",
		`{"format":"ibtrace",...`: "benchgen trace import makes a trace",
	} {
		_, err := trace.NewReader(strings.NewReader(in))
		var damage *trace.DamageError
		if err == nil || errors.As(err, &damage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", in, err, want)
		}
	}
}

func TestOtherFilesAreNoLinesOfATrace(t *testing.T) {
	for in, want := range map[string]string{
		string(tiny(t)): "line 1: it is a trace already, not JSON lines: benchgen trace show shows it",
		"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\n\n": "line 1: no trace begins here",
		strings.Repeat("x", 17<<20): "line 1: no trace begins here",
		"pods\n":                    "line 1: no trace begins here",
	} {
		err := trace.Import(context.Background(), io.Discard, strings.NewReader(in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q in it", in, err, want)
		}
	}
}

func TestOpenSaysWhatHoldsNoTrace(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{dir: "is a directory: give a trace", empty: "is empty: give a trace", filepath.Join(dir, "nosuch"): "no file "} {
		f, _, err := trace.Open(path)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%v, want %q in it, and the path once", err, want)
		}
		if f != nil {
			t.Errorf("%s: a file beside the error", path)
		}
	}
	path := filepath.Join(dir, "whole")
	if err := os.WriteFile(path, tiny(t), 0o600); err != nil {
		t.Fatal(err)
	}
	f, info, err := trace.Open(path)
	if err != nil || info.Size() != int64(len(tiny(t))) {
		t.Fatalf("%v, %v", info, err)
	}
	f.Close()
}
