package workload_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	kruntime "k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

func TestVersionsRiseByOneOverTheWholePopulation(t *testing.T) {
	p := cluster(t, 3, 100, workload.Small)
	want := uint64(0)
	for _, r := range workload.Resources() {
		for _, o := range p.Objects(r) {
			want++
			if _, m := objectMeta(t, o); m.GetResourceVersion() != strconv.FormatUint(want, 10) {
				t.Fatalf("%s %s has version %s, want %d", r, m.GetName(), m.GetResourceVersion(), want)
			}
		}
	}
	if p.Version() != want {
		t.Errorf("Version() = %d, want %d", p.Version(), want)
	}
}

func TestNamesAndUIDsAreUnique(t *testing.T) {
	p := cluster(t, 4, 5000, workload.Small)
	uids := make(map[string]string)
	for _, r := range workload.Resources() {
		keys := make(map[string]bool)
		for _, o := range p.Objects(r) {
			key, m := objectMeta(t, o)
			if keys[key] {
				t.Fatalf("two %s are named %s", r, key)
			}
			keys[key] = true
			if other, ok := uids[string(m.GetUID())]; ok || m.GetUID() == "" {
				t.Fatalf("%s %s has the UID %q of %s", r, key, m.GetUID(), other)
			}
			uids[string(m.GetUID())] = string(r) + " " + key
			if r.Namespaced() == strings.HasPrefix(key, "/") {
				t.Fatalf("%s %s: wrong scope", r, key)
			}
		}
	}
}

func TestPrimaryResourceHasExactlyTheObjectsAskedFor(t *testing.T) {
	for _, r := range workload.Resources() {
		for _, n := range []int{1, 2, 3, 17, 64, 500} {
			p := generate(t, workload.Config{Seed: 5, Objects: n, Profile: workload.Small, Resources: []workload.Resource{r}})
			if got := len(p.Objects(r)); got != n {
				t.Errorf("%d %s asked for, got %d", n, r, got)
			}
		}
	}
}

// digest hashes objects without their versions, which follow from their places.
func digest(t *testing.T, objects []kruntime.Object) string {
	sum := sha256.New()
	for _, o := range objects {
		o = o.DeepCopyObject()
		_, m := objectMeta(t, o)
		m.SetResourceVersion("")
		hashObject(t, sum, o)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

func TestObjectsDoNotDependOnTheOtherResources(t *testing.T) {
	for _, profile := range workload.Profiles() {
		all := cluster(t, 6, 200, profile)
		for _, r := range workload.Resources()[1:] {
			c := workload.Config{Seed: 6, Objects: 200, Profile: profile, Resources: []workload.Resource{workload.Pods, r}}
			two := generate(t, c)
			if digest(t, two.Objects(r)) != digest(t, all.Objects(r)) {
				t.Errorf("%s %s differ when fewer resources are asked for", profile, r)
			}
		}
	}
}

func TestObjectsDoNotDependOnTheNumberOfCores(t *testing.T) {
	c := workload.Config{Seed: 8, Objects: 5000, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}}
	before := runtime.GOMAXPROCS(1)
	one := digest(t, generate(t, c).Objects(workload.Pods))
	runtime.GOMAXPROCS(8)
	eight := digest(t, generate(t, c).Objects(workload.Pods))
	runtime.GOMAXPROCS(before)
	if one != eight {
		t.Error("one core and eight make different objects")
	}
}

func TestEachMakesTheSameObjects(t *testing.T) {
	for _, profile := range workload.Profiles() {
		c := workload.Config{Seed: 8, Objects: 300, Profile: profile, Resources: []workload.Resource{workload.Pods}}
		var one []kruntime.Object
		if err := workload.Each(t.Context(), c, func(o kruntime.Object) error { one = append(one, o); return nil }); err != nil {
			t.Fatal(err)
		}
		all := generate(t, c).Objects(workload.Pods)
		if digest(t, one) != digest(t, all) {
			t.Errorf("%s: one by one other objects are made than together", profile)
		}
		_, last := objectMeta(t, one[299])
		if _, want := objectMeta(t, all[299]); last.GetResourceVersion() != want.GetResourceVersion() {
			t.Errorf("%s: version %s, want %s", profile, last.GetResourceVersion(), want.GetResourceVersion())
		}
	}
	stop := errors.New("enough")
	c := workload.Config{Objects: 1_000, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}}
	if err := workload.Each(t.Context(), c, func(kruntime.Object) error { return stop }); err != stop {
		t.Errorf("error %v, want the visitor's", err)
	}
}

func TestAnotherSeedGivesOtherObjects(t *testing.T) {
	a, b := cluster(t, 1, 50, workload.Small), cluster(t, 2, 50, workload.Small)
	for _, r := range workload.Resources() {
		if digest(t, a.Objects(r)) == digest(t, b.Objects(r)) {
			t.Errorf("two seeds give the same %s", r)
		}
	}
}

func TestGenerateStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := workload.Config{Objects: 1_000_000, Profile: workload.Real, Resources: workload.Resources()}
	if p, err := workload.Generate(ctx, c); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestConfigErrorsListWhatIsAllowed(t *testing.T) {
	good := workload.Config{Objects: 1, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*workload.Config){
		"allowed are small, real":      func(c *workload.Config) { c.Profile = "huge" },
		"allowed are pods, nodes":      func(c *workload.Config) { c.Resources = []workload.Resource{"gadgets"} },
		"no resources: allowed are":    func(c *workload.Config) { c.Resources = nil },
		"named twice":                  func(c *workload.Config) { c.Resources = append(c.Resources, workload.Pods) },
		"allowed are 1 to 10000000":    func(c *workload.Config) { c.Objects = 0 },
		"10000001 objects: allowed":    func(c *workload.Config) { c.Objects = 10_000_001 },
		"allowed are 1 to 1048576":     func(c *workload.Config) { c.Resources, c.Objects = []workload.Resource{workload.Leases}, 1<<21 },
		"-1 objects: allowed are 1 to": func(c *workload.Config) { c.Objects = -1 },
	} {
		c := good
		change(&c)
		if _, err := workload.Generate(context.Background(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
		if workload.EstimateBytes(c) != 0 {
			t.Errorf("%+v: an estimate for what is refused", c)
		}
	}
	_, profileErr := workload.ParseProfile("huge")
	_, mixErr := workload.ParseMix("storm")
	_, resourceErr := workload.ParseResource("gadgets")
	for err, want := range map[error]string{profileErr: "small, real", mixErr: "churn, rollout, heartbeat, nodefailure, flap", resourceErr: "pods, nodes"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}
