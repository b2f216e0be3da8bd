package recommend_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"informerbench/report"
	"informerbench/report/recommend"
	"informerbench/stores"
)

func TestRecommendsWhoMeetsTheObjectivesAndGainsMost(t *testing.T) {
	a := advise(t, cluster())
	if got := a.Recommended.Subject.String(); got != "ours/inorder/mvcc" {
		t.Fatalf("recommended %s", got)
	}
	if o := objective(t, a, "cow", "staleness-p99"); o.Status != recommend.NotMet {
		t.Errorf("cow, with 18ms, is %s", o.Status)
	}
	if o := objective(t, a, "mvcc", "staleness-p99"); o.Status != recommend.Met || o.Estimate.How != recommend.Measured {
		t.Errorf("mvcc, with 2.7ms, is %s and %s", o.Status, o.Estimate.How)
	}
	if a.Confidence != recommend.Fair { // five rounds
		t.Errorf("confidence %s: %q", a.Confidence, a.Doubts)
	}
}

func TestNeverRecommendsWeakerGuarantees(t *testing.T) {
	for _, asked := range stores.Guarantees() {
		c := cluster()
		c.Guarantees = recommend.Guarantees{asked}
		a := advise(t, c)
		for _, candidate := range a.Candidates {
			if !slices.Contains(candidate.Guarantees, asked) {
				t.Errorf("asked for %s, %v is a candidate", asked, candidate.Subject)
			}
		}
		if asked != stores.LinearizablePoints {
			if i := slices.IndexFunc(a.Excluded, func(e recommend.Exclusion) bool { return e.Subject.Store == "sharded-xsync" }); i < 0 || a.Excluded[i].Missing[0] != asked {
				t.Errorf("asked for %s, excluded are %+v", asked, a.Excluded)
			}
		}
	}
}

func TestStoresThatNobodyOffersAreExcluded(t *testing.T) {
	c := cluster()
	c.Guarantees = recommend.Guarantees{stores.ReadersNeverBlock}
	a, err := small(t).Recommend(c, recommend.Options{Offers: offers.Offers[:2]})
	if err != nil {
		t.Fatal(err)
	}
	if a.Recommended != nil || a.Confidence != recommend.Low {
		t.Errorf("recommended %v, with confidence %s", a.Recommended, a.Confidence)
	}
	if !strings.Contains(a.Headline(), "readers never block") {
		t.Errorf("the headline is %q", a.Headline())
	}
}

func TestObjectivesThatNobodyMeetsComeFirst(t *testing.T) {
	c := cluster()
	c.StalenessP99 = recommend.Duration(time.Microsecond)
	a := advise(t, c)
	if len(a.Unmet) != 1 || !strings.Contains(a.Unmet[0], "met by none; the nearest is ours/inorder/mvcc") {
		t.Errorf("unmet: %q", a.Unmet)
	}
	if first := a.Sections()[0].Title; !strings.HasPrefix(first, "Objectives that no candidate") {
		t.Errorf("the first section is %q", first)
	}
}

func TestInterpolatesBetweenAndSaysWhenBeyond(t *testing.T) {
	m := small(t)
	subject := recommend.Subject{Informer: "ours", Queue: "inorder", Store: "mvcc"}
	var context string
	for _, s := range m.Series() {
		if s.Figure == "staleness-p99" {
			context = s.Context
		}
	}
	p := recommend.Everywhere()
	for _, c := range []struct {
		objects float64
		want    recommend.How
	}{{100_000, recommend.Measured}, {300_000, recommend.Interpolated}, {3_000_000, recommend.Extrapolated}, {2000, recommend.Extrapolated}} {
		p[recommend.Objects], p[recommend.Rate] = c.objects, 2000
		e := m.Predict(subject, "staleness-p99", context, p)
		if e.How != c.want {
			t.Errorf("%v objects: %s, want %s", c.objects, e.How, c.want)
		}
		if e.How == recommend.Extrapolated && len(e.Notes) == 0 {
			t.Errorf("%v objects: nothing says what it goes beyond", c.objects)
		}
		if e.Stated && !e.Interval.Holds(e.Value) {
			t.Errorf("%v objects: %v is not in its own interval %v", c.objects, e.Value, e.Interval)
		}
	}
	// A power law between 100k and 1M.
	p[recommend.Objects] = 316_228
	e := m.Predict(subject, "staleness-p99", context, p)
	low, high := 2.4e-3*0.7*1.6, 2.4e-3*0.7*3.1
	if want := math.Sqrt(low * high); math.Abs(e.Value/want-1) > 0.1 {
		t.Errorf("between %v and %v it is %v, want about %v", low, high, e.Value, want)
	}
}

func TestAxesThatNobodyVaried(t *testing.T) {
	c := cluster()
	c.Readers = 8 // staleness was measured without
	if o := objective(t, advise(t, c), "mvcc", "staleness-p99"); o.Status != recommend.Unsure || !math.IsInf(o.Estimate.Interval.Hi, 1) {
		t.Errorf("with 8 readers, measured with none: %s %v", o.Status, o.Estimate.Interval)
	}
	c = cluster()
	c.EventRate = 100
	if o := objective(t, advise(t, c), "mvcc", "staleness-p99"); o.Status != recommend.Met || o.Estimate.How != recommend.Extrapolated {
		t.Errorf("with fewer events than measured: %s and %s", o.Status, o.Estimate.How)
	}
	c = cluster()
	c.Cores = 16
	a := advise(t, c)
	o := objective(t, a, "mvcc", "staleness-p99")
	if ratio := o.Estimate.Interval.Hi / o.Estimate.Value; ratio < 8 {
		t.Errorf("8 times as many cores widen the interval to %v times the value", ratio)
	}
	if a.Confidence != recommend.Low || !strings.Contains(strings.Join(a.Doubts, "\n"), "measured on 2 cores, you have 16") {
		t.Errorf("confidence %s: %q", a.Confidence, a.Doubts)
	}
}

// What was measured beside readers shows that the rate is kept up with, which full speed without readers does not.
func TestRateIsKeptUpWithBesideReaders(t *testing.T) {
	in, err := report.Read("testdata/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range in.Results {
		if beside := r.Clone(); strings.HasPrefix(string(r.Name), "Staleness/") {
			name := strings.Replace(string(r.Name), "/mix=churn", "/scenario=steady-churn", 1)
			beside.Name = []byte(strings.Replace(name, "/handlers=1", "/readers=8/handlers=1", 1))
			in.Results = append(in.Results, beside)
		}
	}
	m, err := recommend.FromResults(in)
	if err != nil {
		t.Fatal(err)
	}
	c := cluster()
	c.Readers = 8
	a, err := m.Recommend(c, offers)
	if err != nil {
		t.Fatal(err)
	}
	for _, figure := range []string{"staleness-p99", "capacity"} {
		if o := objective(t, a, "mvcc", figure); o.Status != recommend.Met || o.Estimate.How != recommend.Measured {
			t.Errorf("%s is %s and %s: %q", figure, o.Status, o.Estimate.How, o.Estimate.Notes)
		}
	}
	c.Readers = 80
	if a, err = m.Recommend(c, offers); err != nil {
		t.Fatal(err)
	}
	if o := objective(t, a, "mvcc", "capacity"); o.Status != recommend.Unsure {
		t.Errorf("with more readers than measured the capacity is %s", o.Status)
	}
}

// between is what a model of two cells, 10k and 100k objects, says of a point.
func between(t *testing.T, objects float64, low, high []float64) recommend.Estimate {
	t.Helper()
	in := &report.Input{}
	for i, n := range []float64{1e4, 1e5} {
		in.Results = append(in.Results, results(hidden{subject: recommend.Subject{Store: "mvcc"}, at: at(n, 0), rounds: [][]float64{low, high}[i]})...)
	}
	m, err := recommend.FromResults(in)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Series()[0]
	return m.Predict(s.Subject, s.Figure, s.Context, at(objects, 0))
}

// With cells too few to know how far guesses err, the cells around a point bound it, if they have rounds enough.
func TestTooFewCellsBoundWhatLiesBetween(t *testing.T) {
	low, high := []float64{1, 1.1, 1.2, 1.3}, []float64{4, 4.1, 4.2, 4.3}
	e := between(t, 5e4, low, high)
	if !e.Stated || e.Interval.Lo > 1 || e.Interval.Lo < 0.5 || e.Interval.Hi < 4.3 || e.Interval.Hi > 6 || !strings.Contains(strings.Join(e.Notes, " "), "between the measured cells") {
		t.Errorf("between them: %+v", e)
	}
	if e := between(t, 5e4, low[:3], high); e.Stated || !strings.Contains(strings.Join(e.Notes, " "), "no interval") {
		t.Errorf("of three rounds an interval was invented: %+v", e)
	}
	if e := between(t, 5e5, low, high); e.Stated {
		t.Errorf("beyond them an interval was invented: %+v", e)
	}
	if e := between(t, 1e9, low, high); e.How != recommend.NotMeasured || !math.IsNaN(e.Value) {
		t.Errorf("far beyond them a figure was invented: %+v", e)
	}
}

func TestNothingMeasured(t *testing.T) {
	if _, err := recommend.FromResults(&report.Input{}); !errors.Is(err, recommend.ErrNothingMeasured) {
		t.Errorf("nothing measured: %v", err)
	}
}

func TestMachinesAreNotMixed(t *testing.T) {
	in, err := report.Read("testdata/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	other := in.Results[0].Clone()
	other.SetConfig("cpu", "Other CPU")
	other.Values[0].Value *= 1000
	in.Results = append(in.Results, other)
	m, err := recommend.FromResults(in)
	if err != nil {
		t.Fatal(err)
	}
	if m.Machine.CPU != "Example CPU" || len(m.Others) != 1 || m.Others[0].CPU != "Other CPU" {
		t.Errorf("machine %v, others %v", m.Machine, m.Others)
	}
}
