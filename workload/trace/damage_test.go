package trace_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// tiny is a trace of a few objects of several kinds.
func tiny(t testing.TB) []byte {
	t.Helper()
	p := generate(t, 2, workload.Small)
	var file bytes.Buffer
	w, err := trace.NewWriter(&file, trace.Header{Kind: trace.Population, Config: p.Config()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []workload.Resource{workload.Pods, workload.Leases, workload.Widgets} {
		if err := w.Write(workload.Event{Resource: r, Type: watch.Added, Object: p.Objects(r)[0]}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// recording is one that was flushed after each of n records, so that each is a block.
func recording(t testing.TB, n int) []byte {
	t.Helper()
	pods := generate(t, n, workload.Small).Objects(workload.Pods)
	var file bytes.Buffer
	w := newRecording(t, &file)
	for i := range n {
		r := trace.Record{Offset: time.Duration(i) * time.Second, Phase: trace.Listed}
		r.Event = workload.Event{Resource: workload.Pods, Type: watch.Added, Object: pods[i]}
		if err := errors.Join(w.WriteRecord(r), w.Flush()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func newRecording(t testing.TB, out io.Writer) *trace.Writer {
	t.Helper()
	h := trace.Header{Kind: trace.Recording, Started: time.Unix(workload.Epoch, 0).UTC()}
	for _, k := range workload.Kinds() {
		h.Resources = append(h.Resources, trace.InfoOf(k))
	}
	w, err := trace.NewWriter(out, h)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// drain reads a trace to its end and returns how many events came and how it ended.
func drain(in io.Reader) (int, error) {
	r, err := trace.NewReader(in)
	if err != nil {
		return 0, err
	}
	for n := 0; ; n++ {
		if _, err := r.Next(); err != nil {
			_, again := r.Next()
			if !errors.Is(again, err) {
				err = errors.Join(err, errors.New("the error did not stay"))
			}
			return n, err
		}
	}
}

func TestTraceCutAnywhereIsToldFromAWholeOne(t *testing.T) {
	whole := tiny(t)
	if n, err := drain(bytes.NewReader(whole)); n != 3 || err != io.EOF {
		t.Fatalf("whole trace: %d events, %v", n, err)
	}
	for cut := range whole {
		_, err := drain(bytes.NewReader(whole[:cut]))
		var damage *trace.DamageError
		if !errors.Is(err, trace.ErrCut) || !errors.As(err, &damage) {
			t.Fatalf("cut at %d of %d: %v", cut, len(whole), err)
		}
		if damage.Offset > int64(cut) || damage.Record > 4 {
			t.Errorf("cut at %d: offset %d, record %d", cut, damage.Offset, damage.Record)
		}
	}
}

// What was flushed before a cut is read, wherever the cut is: a record each in this file.
func TestEverythingBeforeACutIsRead(t *testing.T) {
	const n = 5
	whole := recording(t, n)
	read := 0
	for cut := range whole {
		got, err := drain(bytes.NewReader(whole[:cut]))
		if got < read || got > read+1 {
			t.Fatalf("cut at %d: %d records after %d", cut, got, read)
		}
		var damage *trace.DamageError
		if !errors.As(err, &damage) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if want := int64(got + 1); damage.Record != want && damage.Record != 0 {
			t.Fatalf("cut at %d: the error names record %d, want %d", cut, damage.Record, want)
		}
		read = got
	}
	if read != n {
		t.Errorf("cut before its last byte, %d of %d records are read", read, n)
	}
}

func TestTraceWithAnyByteChangedIsDamaged(t *testing.T) {
	const n = 5
	whole := recording(t, n)
	read := 0
	for i := range whole {
		for _, bit := range []byte{1, 0x80} {
			damaged := bytes.Clone(whole)
			damaged[i] ^= bit
			got, err := drain(bytes.NewReader(damaged))
			if err == io.EOF {
				t.Fatalf("byte %d changed: %d events and no error", i, got)
			}
			if got < read || got > read+1 {
				t.Fatalf("byte %d changed: %d records are read, %d are before it", i, got, read)
			}
			read = got
			var damage *trace.DamageError
			if errors.As(err, &damage) && damage.Offset > int64(i) {
				t.Fatalf("byte %d changed: the error names byte %d", i, damage.Offset)
			}
		}
	}
	if read != n {
		t.Errorf("damaged in its last block, %d of %d records are read", read, n)
	}
}

// A block of one trace in another, a block that is missing, blocks in another order: each
// block is sound, and the trace is not.
func TestBlocksAreNotExchanged(t *testing.T) {
	file := recording(t, 3)
	var blocks [][]byte
	for rest := file[16:]; len(rest) > 0; {
		n := 24 + int(rest[8]) + int(rest[9])<<8
		blocks, rest = append(blocks, rest[:n]), rest[n:]
	}
	if len(blocks) != 5 {
		t.Fatalf("%d blocks, want header, three records and end", len(blocks))
	}
	for name, order := range map[string][]int{"missing": {0, 1, 3, 4}, "exchanged": {0, 2, 1, 3, 4}, "twice": {0, 1, 1, 2, 3, 4}} {
		other := bytes.Clone(file[:16])
		for _, i := range order {
			other = append(other, blocks[i]...)
		}
		if _, err := drain(bytes.NewReader(other)); err == io.EOF {
			t.Errorf("%s: read as a whole trace", name)
		}
	}
}

func TestBytesAfterTheEndAreDamage(t *testing.T) {
	// As when two files were joined.
	whole := tiny(t)
	if _, err := drain(bytes.NewReader(append(bytes.Clone(whole), whole...))); err == io.EOF || !strings.Contains(err.Error(), "after the end record") {
		t.Errorf("bytes after the end: %v", err)
	}
}

func TestErrorsNameWhatIsWrong(t *testing.T) {
	opening := string(tiny(t)[:16])
	huge := string(blockSaying([]byte("x"), 1<<31))
	for name, c := range map[string]struct{ in, want string }{
		"another file":     {"apiVersion: v1\nkind: Pod\n", "not a trace"},
		"another zstd":     {opening[:8] + "xxxxxxxx", "not a trace"},
		"an old version":   {"ibtrace1H\x02{}", "make it again with benchgen generate"},
		"a new version":    {opening[:15] + "9", `format version "9"`},
		"no block":         {opening + strings.Repeat("\xff", 24), "record 0 in the block at byte 16: no block begins here"},
		"a huge block":     {opening + huge, "allowed are up to 5242886"},
		"an empty file":    {"", "cut short"},
		"only the opening": {opening, "cut short"},
	} {
		if _, err := trace.NewReader(strings.NewReader(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
}

// A small frame that unpacks to 48 MiB is refused without the memory for it.
func TestMemoryIsBoundedWhateverAFileSays(t *testing.T) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	bomb := z.EncodeAll(make([]byte, 48<<20), nil)
	for _, content := range []int{1000, trace.MaxBlock} {
		file := append(bytes.Clone(tiny(t)[:16]), blockSaying(bomb, content)...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := trace.NewReader(bytes.NewReader(file))
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; err == nil || allocated > 32<<20 {
			t.Errorf("head says %d: %v, after %d bytes", content, err, allocated)
		}
	}
}
