package recommend_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"informerbench/report/recommend"
	"informerbench/stores"
)

const (
	mi = recommend.Bytes(1 << 20)
	gi = recommend.Bytes(1 << 30)
)

// client-go takes 2.9 GiB, twice what is live; encoded parts 1.1, shared ones 1.0, stripped and encoded ones 0.85, packed ones 0.3.
func TestTheCheapestWayThatFitsIsRecommended(t *testing.T) {
	m := keptModel(t, 10)
	for _, c := range []struct {
		cluster recommend.Cluster
		want    string
	}{
		{pods(8 * gi), "wire+encoded"}, // all fit: it costs the least
		{pods(2 * gi), "wire+encoded"},
		{pods(1050 * mi), "clientgo+share"}, // which costs more
		{pods(900 * mi), "none"},
		{pods(900*mi, "strip"), "wire+strip+encoded"},
		{pods(900*mi, "copies"), "packed"},
		{pods(900*mi, "copies", "strip"), "wire+strip+encoded"},
		{pods(500*mi, "strip"), "none"},
		{pods(500*mi, "copies", "strip"), "packed"},
		{pods(100*mi, "copies", "strip"), "none"},
		{pods(0), "wire+encoded"}, // without a limit memory counts among the gains
	} {
		k := keep(t, m, c.cluster)
		if got := chosen(k); got != c.want {
			t.Errorf("with %v, allowed %q: recommended is %s, want %s: %q", &c.cluster.MemoryLimit, c.cluster.Allow, got, c.want, k.Why)
		}
		if k.Confidence != recommend.High {
			t.Errorf("with %v: confidence %s: %q", &c.cluster.MemoryLimit, k.Confidence, k.Doubts)
		}
	}
}

func TestWhatItTakesAsItIs(t *testing.T) {
	k := keep(t, keptModel(t, 10), pods(2*gi))
	if k.Now == nil || k.Now.Subject.String() != "clientgo" || k.Now.Barred != "" {
		t.Fatalf("as it is: %+v", k.Now)
	}
	e := k.Now.Figures[0]
	if want := 15_800 * 100_000 * 2.0; e.Figure != "memory" || e.How != recommend.Measured || math.Abs(e.Value/want-1) > 0.01 || !e.Stated || !e.Interval.Holds(e.Value) {
		t.Errorf("it takes %+v, want about %v", e, want)
	}
	if o := k.Now.Objectives; len(o) != 2 || o[0].Status != recommend.NotMet || o[1].Figure != "peak" || o[1].Status != recommend.Met {
		t.Errorf("objectives %+v", o)
	}
	encoded := named(t, k, "wire+encoded")
	i := slices.IndexFunc(encoded.Costs, func(r recommend.Relation) bool { return r.Figure == "memory" })
	if r := encoded.Costs[i]; r.Verdict != recommend.Gain || !r.Significant || math.Abs(r.Ratio-0.36) > 0.01 || !r.Interval.Holds(0.36) {
		t.Errorf("encoded parts take %+v of that", r)
	}
}

// The peak of the first sync must fit too.
func TestThePeakMustFit(t *testing.T) {
	text := keptText([]int{100_000}, 10, 0.005, func(figure string, objects float64) float64 {
		if figure == "peak" {
			return 3 * float64(gi)
		}
		return level(figure, objects)
	})
	m, err := recommend.FromResults(readText(t, text))
	if err != nil {
		t.Fatal(err)
	}
	k := keep(t, m, pods(1050*mi)) // shared parts peak at 1.35 GiB
	if got := chosen(k); got != "none" {
		t.Errorf("recommended is %s: %q", got, k.Why)
	}
	if got := chosen(keep(t, m, pods(1400*mi))); got != "wire+encoded" {
		t.Errorf("with 1400Mi recommended is %s", got)
	}
}

// Whatever the limit is, nothing is recommended that loses more than is allowed, or guarantees less than is asked.
func TestNothingIsLostThatIsNotAllowed(t *testing.T) {
	m := keptModel(t, 5)
	for _, allow := range [][]string{nil, {"strip"}, {"copies"}, {"strip", "copies"}} {
		for limit := 100 * mi; limit < 4*gi; limit += 150 * mi {
			k := keep(t, m, pods(limit, allow...))
			if k.Recommended == nil {
				continue
			}
			for _, need := range k.Recommended.Needs {
				if !slices.Contains(allow, need) {
					t.Errorf("with %v, allowed %q: %s is recommended, which needs %s", &limit, allow, chosen(k), need)
				}
			}
		}
	}
	k := keep(t, m, pods(500*mi))
	for name, want := range map[string]string{
		"packed": "needs --allow=copies", "wire+strip+encoded": "needs --allow=strip", "wire+encoded": "", "clientgo+share": "", "wire+intern": "",
	} {
		if got := named(t, k, name).Barred; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if why := strings.Join(k.Why, "\n"); !strings.Contains(why, "with --allow=copies, packed would take") || !strings.Contains(why, "not identical objects") {
		t.Errorf("why: %s", why)
	}
	if h := k.Headline(); !strings.HasSuffix(h, "; one does with --allow=copies") {
		t.Errorf("the headline is %q", h)
	}
}

func TestGuaranteesThatAreAskedForBarWays(t *testing.T) {
	m := keptModel(t, 5)
	c := pods(2*gi, "copies")
	c.Guarantees = recommend.Guarantees{stores.IdenticalObjects}
	k := keep(t, m, c)
	if got := named(t, k, "packed").Barred; !strings.Contains(got, "not identical objects") {
		t.Errorf("packed: %q", got)
	}
	c.Guarantees = recommend.Guarantees{stores.ReadersNeverBlock}
	k = keep(t, m, c)
	if got := named(t, k, "clientgo+share").Barred; !strings.Contains(got, "not readers never block") {
		t.Errorf("client-go's store: %q", got)
	}
	if named(t, k, "packed").Barred != "" || k.Now == nil {
		t.Errorf("packed is barred, or what is now is not told: %+v", k)
	}
}

func TestColdGetsThatTakeTooLongBarAWay(t *testing.T) {
	c := pods(500*mi, "copies")
	c.GetP99 = recommend.Duration(20 * time.Microsecond) // a cold Get takes 54 of packed
	if k := keep(t, keptModel(t, 5), c); k.Recommended != nil || !strings.Contains(named(t, k, "packed").Barred, "get-p99 is to be 20µs") {
		t.Errorf("recommended is %s; packed: %q", chosen(k), named(t, k, "packed").Barred)
	}
}

// Between sizes it is interpolated, beyond them it says so, far beyond them nothing is said.
func TestOtherNumbersOfObjects(t *testing.T) {
	m := keptModel(t, 10)
	for _, c := range []struct {
		objects int
		how     recommend.How
	}{{50_000, recommend.Interpolated}, {300_000, recommend.Extrapolated}, {2_000_000, recommend.NotMeasured}} {
		cluster := pods(0)
		cluster.Objects = c.objects
		k := keep(t, m, cluster)
		e := k.Now.Figures[0]
		if e.How != c.how {
			t.Errorf("%d objects: %s, want %s", c.objects, e.How, c.how)
		}
		switch c.how {
		case recommend.Interpolated:
			if want := 2 * 15_800 * float64(c.objects); !e.Stated || !e.Interval.Holds(want) || k.Confidence != recommend.Fair {
				t.Errorf("%d objects: %+v, want %v; confidence %s", c.objects, e, want, k.Confidence)
			}
		case recommend.Extrapolated:
			if len(e.Notes) == 0 || k.Confidence != recommend.Low || !strings.Contains(strings.Join(k.Doubts, "\n"), "beyond the measured objects") {
				t.Errorf("%d objects: %+v; confidence %s: %q", c.objects, e, k.Confidence, k.Doubts)
			}
		default:
			if k.Recommended != nil || !strings.Contains(k.Headline(), "more than 10 times beyond") {
				t.Errorf("%d objects: %s", c.objects, k.Headline())
			}
		}
	}
}

// What was measured with one number of objects tells what to expect of another, in proportion, and says that this is beyond it.
func TestOneSizeTellsOfAnotherInProportion(t *testing.T) {
	m, err := recommend.FromResults(readText(t, keptText([]int{100_000}, 5, 0.005, level)))
	if err != nil {
		t.Fatal(err)
	}
	c := pods(8 * gi)
	c.Objects, c.SyncWithin = 200_000, recommend.Duration(time.Minute)
	k := keep(t, m, c)
	for figure, want := range map[string]float64{"memory": 15_800 * 4e5, "peak": 16_500 * 2e5, "sync": 22} {
		i := slices.IndexFunc(k.Now.Figures, func(e recommend.Estimate) bool { return e.Figure == figure })
		if e := k.Now.Figures[i]; math.Abs(e.Value/want-1) > 0.02 || e.How != recommend.Extrapolated || !math.IsInf(e.Interval.Hi, 1) {
			t.Errorf("%s of twice as many objects is %+v, want %v", figure, e, want)
		}
	}
	if k.Recommended == nil || k.Confidence != recommend.Low || !strings.Contains(k.Headline(), "may not fit") {
		t.Errorf("%s", k.Headline())
	}
}

// Objects of another size than those measured: what is objects' grows, the rest stays, and it is called extrapolated.
func TestObjectsOfAnotherSize(t *testing.T) {
	m := keptModel(t, 10)
	c := pods(8 * gi)
	c.ObjectBytes = 31_200 // twice as large
	k := keep(t, m, c)
	if e, want := k.Now.Figures[0], (31_200+200)*2e5; e.How != recommend.Extrapolated || math.Abs(e.Value/want-1) > 0.01 {
		t.Errorf("as it is: %+v, want %v", e, want)
	}
	e := named(t, k, "wire+encoded").Figures[0]
	proportional, own := (0.36*31_200+72)*2e5, (0.36*15_600+15_600+72)*2e5
	if !e.Interval.Holds(proportional) || !e.Interval.Holds(own) || math.Abs(e.Value/proportional-1) > 0.01 {
		t.Errorf("encoded: %+v, want %v, and %v within", e, proportional, own)
	}
	c.ObjectBytes = 15_600
	if e := keep(t, m, c).Now.Figures[0]; e.How != recommend.Measured {
		t.Errorf("objects as measured: %s", e.How)
	}
}
