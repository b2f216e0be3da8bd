package trace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

func generate(t testing.TB, objects int, profile workload.Profile) *workload.Population {
	t.Helper()
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 7, Objects: objects, Profile: profile, Resources: workload.Resources()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPopulationComesBackEqual(t *testing.T) {
	for _, profile := range workload.Profiles() {
		t.Run(string(profile), func(t *testing.T) {
			p := generate(t, 100, profile)
			var file bytes.Buffer
			if err := trace.WritePopulation(context.Background(), &file, p); err != nil {
				t.Fatal(err)
			}
			header, objects, err := trace.ReadPopulation(&file)
			if err != nil {
				t.Fatal(err)
			}
			if want := (trace.Header{Kind: trace.Population, Config: p.Config()}); !reflect.DeepEqual(header, want) {
				t.Errorf("header %+v, want %+v", header, want)
			}
			for _, r := range workload.Resources() {
				assertEqual(t, objects[r], p.Objects(r))
			}
		})
	}
}

func assertEqual(t *testing.T, got, want []runtime.Object) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d objects, want %d", len(got), len(want))
	}
	for i := range want {
		assertSame(t, i, got[i], want[i])
	}
}

// assertSame compares with the API's own equality: a quantity keeps the string
// that it was printed as, which is no difference.
func assertSame(t *testing.T, i int, got, want runtime.Object) {
	t.Helper()
	if !apiequality.Semantic.DeepEqual(got, want) {
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		t.Fatalf("object %d differs:\n got %s\nwant %s", i, a, b)
	}
}

func TestStreamComesBackEqual(t *testing.T) {
	p := generate(t, 50, workload.Real)
	for _, m := range workload.Mixes() {
		t.Run(string(m), func(t *testing.T) {
			var file bytes.Buffer
			if err := trace.WriteStream(context.Background(), &file, p, m, 3, 200); err != nil {
				t.Fatal(err)
			}
			r, err := trace.NewReader(&file)
			if err != nil {
				t.Fatal(err)
			}
			if h := r.Header(); h.Mix != m || h.StreamSeed != 3 || h.Kind != trace.Stream {
				t.Errorf("header %+v", h)
			}
			s := workload.NewStream(p, m, 3)
			n := 0
			for got, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
				want := s.Next()
				if got.Resource != want.Resource || got.Type != want.Type {
					t.Fatalf("event %d: %s %s, want %s %s", n, got.Type, got.Resource, want.Type, want.Resource)
				}
				assertSame(t, n, got.Object, want.Object)
				n++
			}
			if n != 200 {
				t.Errorf("%d events, want 200", n)
			}
		})
	}
}

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

func TestTraceWithAnyByteChangedIsDamaged(t *testing.T) {
	whole := tiny(t)
	for i := range whole {
		for _, bit := range []byte{1, 0x80} {
			damaged := bytes.Clone(whole)
			damaged[i] ^= bit
			if n, err := drain(bytes.NewReader(damaged)); err == io.EOF {
				t.Fatalf("byte %d changed: %d events and no error", i, n)
			}
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
	for name, c := range map[string]struct{ in, want string }{
		"another file":       {"apiVersion: v1\nkind: Pod\n", "not a trace"},
		"another version":    {"ibtrace9xxxxxxxxx", `format version "9"`},
		"an endless length":  {"ibtrace1H" + strings.Repeat("\xff", 20), "record 0 at byte 8"},
		"a length too large": {"ibtrace1H\xff\xff\xff\xff\x7f", "allowed are up to 4194304"},
		"an empty file":      {"", "cut short"},
	} {
		if _, err := trace.NewReader(strings.NewReader(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
}

func TestStreamIsNotTakenForAPopulation(t *testing.T) {
	var file bytes.Buffer
	if err := trace.WriteStream(context.Background(), &file, generate(t, 5, workload.Small), workload.Flap, 1, 1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := trace.ReadPopulation(&file); err == nil || !strings.Contains(err.Error(), "a stream trace where a population trace") {
		t.Errorf("got %v", err)
	}
}
