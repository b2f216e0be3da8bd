package trace_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

var streamHeader = trace.Header{Kind: trace.Stream}

func TestWriterRefusesWhatAReaderWould(t *testing.T) {
	pod := func(size int) workload.Event {
		p := &corev1.Pod{}
		p.Annotations = map[string]string{"x": strings.Repeat("x", size)}
		return workload.Event{Resource: workload.Pods, Type: watch.Added, Object: p}
	}
	for name, c := range map[string]struct {
		event workload.Event
		want  string
	}{
		"too large":        {pod(trace.MaxRecord), "a trace holds objects up to"},
		"unknown resource": {workload.Event{Resource: "gadgets", Type: watch.Added, Object: &corev1.Pod{}}, `resource "gadgets"`},
		"bookmark":         {workload.Event{Resource: workload.Pods, Type: watch.Bookmark, Object: &corev1.Pod{}}, "BOOKMARK"},
	} {
		var file bytes.Buffer
		w, err := trace.NewWriter(&file, streamHeader)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(c.event); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
		if err := w.Close(); err == nil {
			t.Errorf("%s: closed as if the trace were whole", name)
		}
		if _, err := drain(&file); !errors.Is(err, trace.ErrCut) {
			t.Errorf("%s: what was written reads as %v", name, err)
		}
	}
	if _, err := trace.NewWriter(io.Discard, trace.Header{Kind: "film"}); err == nil || !strings.Contains(err.Error(), "allowed are population, stream, recording") {
		t.Errorf("unknown kind: %v", err)
	}
}

// full is a disk that is full after some bytes.
type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.left {
		return 0, errors.New("disk full")
	}
	f.left -= len(b)
	return len(b), nil
}

func TestWriterReportsAFullDisk(t *testing.T) {
	err := trace.WriteStream(context.Background(), &full{left: 10_000}, generate(t, 50, workload.Real), workload.Churn, 1, 100)
	if err == nil || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
}

func TestWriteFileLeavesNoPart(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.trace")
	write := func(text string, err error) error {
		return trace.WriteFile(path, func(w io.Writer) error {
			_, writeErr := io.WriteString(w, text)
			return errors.Join(writeErr, err)
		})
	}
	interrupted := errors.New("interrupted")
	if err := write("part", interrupted); !errors.Is(err, interrupted) {
		t.Errorf("got %v", err)
	}
	assertFiles(t, dir)
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	if err := write("part", interrupted); !errors.Is(err, interrupted) {
		t.Errorf("got %v", err)
	}
	assertFiles(t, dir, "x.trace")
	if content, err := os.ReadFile(path); err != nil || string(content) != "first" {
		t.Errorf("the file holds %q, %v", content, err)
	}
}

func assertFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func TestWritingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := generate(t, 5, workload.Small)
	if err := trace.WritePopulation(ctx, io.Discard, p); !errors.Is(err, context.Canceled) {
		t.Errorf("population: %v", err)
	}
	if err := trace.WriteStream(ctx, io.Discard, p, workload.Flap, 1, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("stream: %v", err)
	}
}

// Renaming over a device node replaced it by a file, when run by root.
func TestWriteFileRefusesWhatIsNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, dir} {
		err := trace.WriteFile(path, func(io.Writer) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

// What was recorded of a cluster is nobody else's, in each of its forms.
func TestPrivateFilesAreForTheirOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	for range 2 { // also in place of an older one
		if err := trace.WritePrivateFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "{}"); return err }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("its mode is %v", info.Mode())
		}
	}
}
