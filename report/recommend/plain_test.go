package recommend_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"informerbench/report/recommend"
)

// timed has Gets of one reader, too.
func timed(results []*benchfmt.Result) []*benchfmt.Result {
	for _, r := range results {
		if name, ok := strings.CutPrefix(string(r.Name), "GetBesideLister/"); ok {
			read := r.Clone()
			read.Name = []byte("Read/" + name)
			results = append(results, read)
		}
	}
	return results
}

// Where nobody reads in a loop, a read is what it is for one reader, and that is said.
func TestRareReadsAreThoseOfOneReader(t *testing.T) {
	c := cluster()
	c.Readers, c.GetP99 = 0, recommend.Duration(time.Second)
	a, err := of(t, timed).Recommend(c, offers)
	if err != nil {
		t.Fatal(err)
	}
	if o := objective(t, a, "mvcc", "get-p99"); o.Status != recommend.Met || o.Estimate.How != recommend.Measured {
		t.Errorf("the objective is %s and %s: %q", o.Status, o.Estimate.How, o.Estimate.Notes)
	}
	if !strings.Contains(strings.Join(a.Warnings, "\n"), "reads are rare (readers=0)") {
		t.Errorf("the warnings are %q", a.Warnings)
	}
}

func replayed(results []*benchfmt.Result) []*benchfmt.Result {
	for _, r := range results {
		r.Name = []byte(strings.Replace(string(r.Name), "/mix=churn/profile=small", "/trace=prod/profile=recorded", 1))
	}
	return results
}

// A trace tells how large objects are encoded; what they take decoded is more, and only a replay measures it.
func TestMemoryOfEncodedObjectsIsALowerBound(t *testing.T) {
	for name, c := range map[string]struct {
		change            func([]*benchfmt.Result) []*benchfmt.Result
		encoded, declared recommend.Bytes
		want              recommend.Status
	}{
		"the bound is kept":     {same, 2000, 0, recommend.Unsure},
		"the bound is too much": {same, 1 << 20, 0, recommend.NotMet},
		"the heap is known":     {same, 1 << 20, 2000, recommend.Met},
		"a replay has measured": {replayed, 1 << 20, 0, recommend.Met},
	} {
		cluster := cluster()
		cluster.MemoryLimit, cluster.EncodedBytes, cluster.ObjectBytes = 2<<30, c.encoded, c.declared
		a, err := of(t, c.change).Recommend(cluster, offers)
		if err != nil {
			t.Fatal(err)
		}
		o := objective(t, a, "mvcc", "memory")
		bound := strings.Contains(strings.Join(o.Estimate.Notes, "\n"), "encoded size")
		if o.Status != c.want || bound != (c.want != recommend.Met) {
			t.Errorf("%s: %s, %v, %q", name, o.Status, o.Estimate.Interval, o.Estimate.Notes)
		}
	}
}

// What cannot be compared says so, with the command that measures it.
func TestWhatWasNotMeasuredIsCalledSo(t *testing.T) {
	without := func(results []*benchfmt.Result) (out []*benchfmt.Result) {
		for _, r := range results {
			if !strings.HasPrefix(string(r.Name), "Throughput/informer=clientgo/") {
				out = append(out, r)
			}
		}
		return out
	}
	a, err := of(t, without).Recommend(cluster(), offers)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if strings.Contains(text, "?×") || strings.Contains(text, "unknown") {
		t.Errorf("something is unknown in:\n%s", text)
	}
	for _, want := range []string{
		"not measured, of the recommended or of client-go: events/s at full speed; this measures it:\n  benchgen recommend --run ",
		"events/s at full speed .* not measured +- ",
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}
