package fit_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"

	"informerbench/workload"
	"informerbench/workload/fit"
	"informerbench/workload/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// made records a generated cluster and returns the trace.
func made(t *testing.T, c workload.Config, m workload.Mix, seed uint64, events int, rate float64) []byte {
	t.Helper()
	p, err := workload.Generate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := trace.WriteRecording(t.Context(), &out, p, m, seed, events, rate); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func fitted(t *testing.T, data []byte) *fit.Fit {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	f, err := fit.Read(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The tolerances within which settings come back from a trace that was generated with them. They are
// those of chance with so few objects and events, and of what fit does not model: that a deleted
// Pod's heat goes to another one.
const (
	skewTolerance   = 0.25
	rateTolerance   = 0.01
	weightTolerance = 0.02
	sizeTolerance   = 0.03
)

// The circle closes: settings, generator, trace, fit, and the same settings again.
func TestSettingsComeBackFromATraceGeneratedWithThem(t *testing.T) {
	const seeds = 4
	for seed := range uint64(seeds) {
		dice := rand.New(rand.NewPCG(seed, 1))
		want := drawn(dice)
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			c := workload.Config{Seed: seed, Objects: want.Objects, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}, Settings: want}
			got := fitted(t, made(t, c, workload.Churn, seed, 8000, want.Rate)).Settings()
			if err := got.Validate(); err != nil {
				t.Error(err)
			}
			compare(t, &got, want)
			if t.Failed() {
				t.Logf("seed %d: settings %+v, skews %v and %v", seed, *want, *want.NamespaceSkew, *want.UpdateSkew)
			}
		})
	}
}

// drawn are settings of a small cluster. The skews are those that real clusters and keys have.
func drawn(dice *rand.Rand) *workload.Settings {
	namespaces, updates := 1.5*dice.Float64(), 1.5*dice.Float64()
	added := dice.IntN(60)
	return &workload.Settings{
		Objects: 2000 + dice.IntN(2000), Mix: workload.Churn, Profile: workload.Small,
		Rate:       float64(50 + dice.IntN(1000)),
		Namespaces: 10 + dice.IntN(40), NamespaceSkew: &namespaces,
		Weights: workload.EventWeights{Added: added, Modified: 1000 - 2*added, Deleted: added}, UpdateSkew: &updates,
		ObjectBytes: map[workload.Resource]int{workload.Pods: 700 + dice.IntN(600)},
	}
}

func compare(t *testing.T, got, want *workload.Settings) {
	t.Helper()
	if got.Objects != want.Objects || got.Mix != want.Mix || got.Profile != want.Profile {
		t.Errorf("%d objects of profile %s under %s, want %d, %s, %s", got.Objects, got.Profile, got.Mix, want.Objects, want.Profile, want.Mix)
	}
	if math.Abs(got.Rate-want.Rate) > rateTolerance*want.Rate {
		t.Errorf("rate %v, want %v", got.Rate, want.Rate)
	}
	// A namespace that no application chose is not seen.
	if got.Namespaces > want.Namespaces || got.Namespaces < want.Namespaces*6/10 {
		t.Errorf("%d namespaces, want %d", got.Namespaces, want.Namespaces)
	}
	for name, pair := range map[string][2]*float64{"namespaces": {got.NamespaceSkew, want.NamespaceSkew}, "updates": {got.UpdateSkew, want.UpdateSkew}} {
		if pair[0] == nil || math.Abs(*pair[0]-*pair[1]) > skewTolerance {
			t.Errorf("skew of %s is %v, want %v", name, deref(pair[0]), *pair[1])
		}
	}
	sum := float64(want.Weights.Added + want.Weights.Modified + want.Weights.Deleted)
	for name, pair := range map[string][2]int{
		"added": {got.Weights.Added, want.Weights.Added}, "modified": {got.Weights.Modified, want.Weights.Modified}, "deleted": {got.Weights.Deleted, want.Weights.Deleted},
	} {
		if math.Abs(float64(pair[0])/1000-float64(pair[1])/sum) > weightTolerance {
			t.Errorf("weight %s is %d, want %d of %v", name, pair[0], pair[1], sum)
		}
	}
	if a, b := got.ObjectBytes[workload.Pods], want.ObjectBytes[workload.Pods]; math.Abs(float64(a-b)) > sizeTolerance*float64(b)+20 {
		t.Errorf("a Pod of %d bytes, want %d", a, b)
	}
}

func deref(x *float64) any {
	if x == nil {
		return "not known"
	}
	return *x
}

func TestHeartbeatsAreFittedAsSuch(t *testing.T) {
	c := workload.Config{Seed: 1, Objects: 300, Profile: workload.Small, Resources: workload.Heartbeat.Resources()}
	f := fitted(t, made(t, c, workload.Heartbeat, 1, 3000, 100))
	s := f.Settings()
	if s.Mix != workload.Heartbeat || s.Objects != 300 || s.Weights.Added != 0 || s.Weights.Modified != 1000 {
		t.Errorf("settings are %+v", s)
	}
	if f.Basis().Keys.Between == nil || f.Basis().Keys.Between.P50 <= 0 {
		t.Errorf("keys are %+v", f.Basis().Keys)
	}
}
