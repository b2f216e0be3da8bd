package workload_test

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

func podsWith(t *testing.T, objects int, profile workload.Profile, s *workload.Settings) *workload.Population {
	t.Helper()
	return generate(t, workload.Config{Seed: 1, Objects: objects, Profile: profile, Resources: []workload.Resource{workload.Pods}, Settings: s})
}

func TestZeroSettingsChangeNothing(t *testing.T) {
	for _, profile := range workload.Profiles() {
		var sums [2][]byte
		for i, s := range []*workload.Settings{nil, {Objects: 77, Rate: 3, Mix: workload.Flap, Profile: workload.Small}} {
			p := podsWith(t, 300, profile, s)
			sum := sha256.New()
			for _, o := range p.Objects(workload.Pods) {
				hashObject(t, sum, o)
			}
			stream := workload.NewStream(p, workload.Churn, 1)
			for range 300 {
				hashObject(t, sum, stream.Next().Object)
			}
			sums[i] = sum.Sum(nil)
		}
		if !bytes.Equal(sums[0], sums[1]) {
			t.Errorf("%s: settings that set nothing change bytes", profile)
		}
	}
}

func TestNamespacesFollowTheSettingsAndTheSize(t *testing.T) {
	flat := 0.0
	s := &workload.Settings{Objects: 400, Namespaces: 8, NamespaceSkew: &flat}
	for objects, want := range map[int]int{400: 8, 6400: 32} {
		sizes := map[string]int{}
		for _, o := range podsWith(t, objects, workload.Small, s).Objects(workload.Pods) {
			sizes[o.(*corev1.Pod).Namespace]++
		}
		if len(sizes) != want {
			t.Errorf("%d Pods are in %d namespaces, want %d", objects, len(sizes), want)
		}
	}
}

func TestWeightsDecideWhatHappens(t *testing.T) {
	s := &workload.Settings{Weights: workload.EventWeights{Added: 30, Modified: 40, Deleted: 30}}
	stream := workload.NewStream(podsWith(t, 3000, workload.Small, s), workload.Churn, 1)
	counts := map[watch.EventType]int{}
	const events = 20_000
	for range events {
		counts[stream.Next().Type]++
	}
	for kind, want := range map[watch.EventType]float64{watch.Added: 0.3, watch.Modified: 0.4, watch.Deleted: 0.3} {
		if got := float64(counts[kind]) / events; got < want-0.02 || got > want+0.02 {
			t.Errorf("%s: %.3f of the events, want %.1f", kind, got, want)
		}
	}
}

func TestUpdatesFollowTheSkew(t *testing.T) {
	for _, c := range []struct {
		skew      float64
		low, high float64 // share of the hottest of 100
	}{{0, 0.005, 0.02}, {0.5, 0.03, 0.08}, {1.5, 0.3, 0.55}} {
		s := &workload.Settings{UpdateSkew: &c.skew, Weights: workload.EventWeights{Modified: 1}}
		stream := workload.NewStream(podsWith(t, 100, workload.Small, s), workload.Churn, 1)
		counts, most := map[string]int{}, 0
		const events = 20_000
		for range events {
			key, _ := objectMeta(t, stream.Next().Object)
			counts[key]++
			most = max(most, counts[key])
		}
		if share := float64(most) / events; share < c.low || share > c.high {
			t.Errorf("skew %v: the hottest Pod has %.3f of the updates, want %v to %v", c.skew, share, c.low, c.high)
		}
	}
}

func TestObjectsArePaddedToTheirSize(t *testing.T) {
	for _, profile := range workload.Profiles() {
		const size = 9000
		s := &workload.Settings{ObjectBytes: map[workload.Resource]int{workload.Pods: size}}
		p := podsWith(t, 50, profile, s)
		paddings := map[string]bool{}
		for _, o := range p.Objects(workload.Pods) {
			pod := o.(*corev1.Pod)
			if n := pod.Size(); n < size-20 || n > size+20 {
				t.Fatalf("%s: a Pod of %d bytes, want %d", profile, n, size)
			}
			paddings[pod.Annotations["bench.example.com/padding"]] = true
		}
		if len(paddings) != 50 {
			t.Errorf("%s: %d different paddings of 50", profile, len(paddings))
		}
		stream := workload.NewStream(p, workload.Churn, 1)
		for range 500 {
			e := stream.Next()
			pod := e.Object.(*corev1.Pod)
			if pod.Spec.NodeName != "" && e.Type != watch.Deleted && pod.Size() < size-200 {
				t.Fatalf("%s: an event with a running Pod of %d bytes, want %d", profile, pod.Size(), size)
			}
		}
		before := workload.EstimateBytes(workload.Config{Objects: 50, Profile: profile, Resources: []workload.Resource{workload.Pods}})
		if after := workload.EstimateBytes(p.Config()); after < before+50*size/2 {
			t.Errorf("%s: the estimate rises from %d to %d", profile, before, after)
		}
	}
}

func TestSettingsGoToAFileAndBack(t *testing.T) {
	skew := 1.25
	want := &workload.Settings{
		Objects: 10, Mix: workload.Churn, Profile: workload.Real, Rate: 2.5, Namespaces: 3, NamespaceSkew: &skew,
		Weights: workload.EventWeights{Added: 1, Modified: 2, Deleted: 3}, UpdateSkew: new(float64),
		ObjectBytes: map[workload.Resource]int{workload.Pods: 5000},
	}
	var text bytes.Buffer
	if err := want.Write(&text); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := workload.ReadSettings(path)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, error %v; want %+v", got, err, want)
	}
	if rate := got.RateFor(1000); rate != 250 {
		t.Errorf("the rate of 100 times as many objects is %v, want 250", rate)
	}
}

func TestBadSettingsSayWhatIsAllowed(t *testing.T) {
	for text, says := range map[string]string{
		`{"namespaceSkew": -1}`:                  "namespaceSkew is -1: allowed are 0",
		`{"updateSkew": 9}`:                      "updateSkew is 9",
		`{"weights": {"added": -1}}`:             "weight added is -1",
		`{"namespaces": -2}`:                     "-2 namespaces",
		`{"rate": -1}`:                           "rate is -1",
		`{"objectBytes": {"gadgets": 1}}`:        "unknown resource",
		`{"objectBytes": {"pods": 99999999}}`:    "objectBytes of pods is 99999999",
		`{"mix": "storm"}`:                       "churn, rollout",
		`{"profile": "huge"}`:                    "small, real",
		`{"nosuch": 1}`:                          "benchgen fit TRACE --out=FILE",
		`no JSON`:                                "benchgen fit TRACE --out=FILE",
		`{"objects": 99999999999, "nosuch2": 1}`: "benchgen fit",
	} {
		path := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := workload.ReadSettings(path); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error is %v, want one that names the file and says %q", text, err, says)
		}
	}
	absent := filepath.Join(t.TempDir(), "absent.json")
	if _, err := workload.ReadSettings(absent); err == nil || !strings.Contains(err.Error(), "benchgen fit TRACE --out=FILE") || strings.Count(err.Error(), absent) != 1 {
		t.Errorf("without a file: %v", err)
	}
}
