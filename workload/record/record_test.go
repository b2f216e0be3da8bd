package record_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
	"informerbench/workload/anonymize"
	"informerbench/workload/record"
	"informerbench/workload/trace"
)

func TestRecordingIsWhatTheClusterDid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods, workload.Widgets)
		began := time.Now()
		result := c.start(t, context.Background(), c.options(time.Minute, "po", "widgets.bench.example.com"))
		synctest.Wait()
		stream := workload.NewStream(c.population, workload.Churn, 1)
		for range 10 {
			time.Sleep(time.Second)
			c.play(t, stream, 3)
			synctest.Wait()
		}
		got := <-result
		assertState(t, got.state(t, workload.Pods), c.Objects(workload.Pods))
		assertState(t, got.state(t, workload.Widgets), c.Objects(workload.Widgets))
		for i, e := range got.of(trace.Watched) {
			if want := time.Duration(i/3+1) * time.Second; e.Offset != want {
				t.Errorf("watched event %d came after %v, want %v", i, e.Offset, want)
			}
		}
		if n := len(got.of(trace.Watched)); n != 30 {
			t.Errorf("%d watched events, want 30", n)
		}
		s := got.summary
		if s.Ended != "after 1m0s" || s.Span != time.Minute || !s.Listed || s.Relists+s.Reconnects != 0 || time.Since(began) != time.Minute {
			t.Errorf("summary %+v after %v", s, time.Since(began))
		}
		h := got.header
		if h.Anonymized || !h.Started.Equal(began) || len(h.Resources) != 2 || h.Resources[1].Kind != "Widget" {
			t.Errorf("header %+v", h)
		}
		lists := c.seen(func(r request) bool { return r.path == "/api/v1/pods" && !r.watch })
		if len(lists) != 3 || lists[2].token == "" {
			t.Errorf("20 Pods were listed in pages of 7 by %+v", lists)
		}
	})
}

// The first record of phase Bookmark says that the first list is complete.
func TestBookmarkEndsTheFirstList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		got := <-c.start(t, context.Background(), c.options(3*time.Minute, "pods"))
		for i, e := range got.records {
			if want := i >= 20; (e.Phase == trace.Bookmark) != want {
				t.Errorf("record %d has phase %s", i, e.Phase)
			}
		}
		if n := len(got.records); n < 22 {
			t.Fatalf("%d records: no bookmarks of the watch", n)
		}
		if p := got.records[20].Object.(*corev1.Pod); p.ResourceVersion != "20" || p.Name != "" {
			t.Errorf("the first bookmark is %+v", p)
		}
	})
}

func TestNothingButReadingIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods, workload.Widgets)
		result := c.start(t, context.Background(), c.options(time.Minute, "pods", "widgets"))
		synctest.Wait()
		c.breakWatches()
		synctest.Wait()
		c.Compact(c.Version())
		c.ExpireWatches(workload.Pods)
		<-result
		for _, r := range c.seen(func(request) bool { return true }) {
			known := slices.Contains([]string{"/api", "/apis", "/api/v1", "/apis/bench.example.com/v1", "/api/v1/pods", "/apis/bench.example.com/v1/widgets"}, r.path)
			if r.method != http.MethodGet || !known {
				t.Errorf("%s %s", r.method, r.path)
			}
		}
	})
}

func TestInterruptedRecordingIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		ctx, cancel := context.WithCancel(context.Background())
		result := c.start(t, ctx, c.options(time.Hour, "pods"))
		synctest.Wait()
		time.Sleep(5 * time.Second)
		cancel()
		if got := <-result; got.summary.Ended != "interrupted" || got.summary.Span != 5*time.Second || len(got.of(trace.Listed)) != 5 {
			t.Errorf("%+v, %d records", got.summary, len(got.records))
		}
	})
}

func TestSelectorsAndNamespaceLimitTheRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 200, workload.Pods)
		p := c.population.Objects(workload.Pods)[0].(*corev1.Pod)
		o := c.options(time.Second, "pods")
		o.Namespace, o.LabelSelector = p.Namespace, "app="+p.Labels["app"]
		got := <-c.start(t, context.Background(), o)
		if len(got.of(trace.Listed)) == 0 || len(got.of(trace.Listed)) == 200 {
			t.Errorf("%d of 200 Pods were recorded", len(got.of(trace.Listed)))
		}
		for _, e := range got.of(trace.Listed) {
			if other := e.Object.(*corev1.Pod); other.Namespace != p.Namespace || other.Labels["app"] != p.Labels["app"] {
				t.Errorf("recorded %s/%s", other.Namespace, other.Name)
			}
		}
	})
}

func TestAnonymizedRecordingHasNoNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		o := c.options(time.Second, "pods")
		o.Anonymizer = anonymize.New(anonymize.Key{1})
		got := <-c.start(t, context.Background(), o)
		if !got.header.Anonymized || len(got.of(trace.Listed)) != 20 {
			t.Fatalf("header %+v, %d records", got.header, len(got.records))
		}
		want := map[string]runtime.Object{}
		again := anonymize.New(anonymize.Key{1})
		for _, o := range c.population.Objects(workload.Pods) {
			o = o.DeepCopyObject()
			if err := again.Object(o); err != nil {
				t.Fatal(err)
			}
			want[keyOf(t, o)] = o
		}
		assertState(t, got.state(t, workload.Pods), want)
	})
}

func TestDataOfConfigMapsIsNeverRecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.ConfigMaps)
		got := <-c.start(t, context.Background(), c.options(time.Second, "cm")) // plain
		for _, e := range got.of(trace.Listed) {
			if m := e.Object.(*corev1.ConfigMap); m.Data != nil || m.BinaryData != nil || m.Name == "" {
				t.Errorf("recorded %v", m)
			}
		}
		if s := got.summary; s.DroppedObjects != 20 || s.DroppedBytes == 0 {
			t.Errorf("summary %+v", s)
		}
	})
}

func TestProgressIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		o := c.options(3*time.Second+time.Millisecond, "pods")
		var all []record.Progress
		o.Progress = func(p record.Progress) { all = append(all, p) }
		got := <-c.start(t, context.Background(), o)
		if len(all) != 4 {
			t.Fatalf("told %d times in 3 seconds and at the end: %+v", len(all), all)
		}
		first, last := all[0], all[3]
		if first.Elapsed != time.Second || first.Objects != 20 || first.Listing || first.Records != 21 || first.Bytes == 0 || last.Records != got.summary.Records {
			t.Errorf("told %+v, then %+v", first, last)
		}
	})
}

func TestWhatCannotBeRecordedIsRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		c.fault = func(w http.ResponseWriter, r request) bool {
			if r.path == "/api/v1/nodes" {
				http.Error(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,"message":"no"}`, http.StatusForbidden)
			}
			return r.path == "/api/v1/nodes"
		}
		for want, resources := range map[string][]string{
			`no resource "spoons"`:                    {"pods", "spoons"},
			"named twice":                             {"pods", "po"},
			"needs the rights to get, list and watch": {"pods", "nodes"},
			"name at least one":                       nil,
		} {
			if _, err := record.Run(context.Background(), &strings.Builder{}, c.options(time.Minute, resources...)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q in it", resources, err, want)
			}
		}
		o := c.options(time.Minute, "pods")
		o.LabelSelector = "=="
		if _, err := record.Run(context.Background(), &strings.Builder{}, o); err == nil || !strings.Contains(err.Error(), "label selector") {
			t.Errorf("got %v", err)
		}
	})
}
