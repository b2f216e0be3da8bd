package trace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"

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
			want := trace.Header{Kind: trace.Population, Config: p.Config()}
			for _, k := range workload.Kinds() {
				want.Resources = append(want.Resources, trace.InfoOf(k))
			}
			if !reflect.DeepEqual(header, want) {
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

func TestStreamIsNotTakenForAPopulation(t *testing.T) {
	var file bytes.Buffer
	if err := trace.WriteStream(context.Background(), &file, generate(t, 5, workload.Small), workload.Flap, 1, 1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := trace.ReadPopulation(&file); err == nil || !strings.Contains(err.Error(), "a stream trace where a population trace") {
		t.Errorf("got %v", err)
	}
}
