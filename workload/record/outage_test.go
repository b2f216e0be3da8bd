package record_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"informerbench/workload"
	"informerbench/workload/record"
	"informerbench/workload/trace"
)

// A server that is away for a minute: the trace was calm, each list that failed counted as one, and nobody was told.
func TestOutageIsAGapAndNoCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods, workload.Widgets)
		o := c.options(3*time.Minute, "pods", "widgets")
		var told []record.Progress
		o.Progress = func(p record.Progress) { told = append(told, p) }
		result := c.start(t, context.Background(), o)
		stream := workload.NewStream(c.population, workload.Churn, 1)
		time.Sleep(30*time.Second + time.Millisecond)
		c.kill()
		c.play(t, stream, 10)
		time.Sleep(time.Minute)
		c.down.Store(false)
		time.Sleep(time.Minute)
		c.play(t, stream, 5)
		got := <-result
		if got.away != nil {
			t.Errorf("away at the end: %v", got.away)
		}
		assertState(t, got.state(t, workload.Pods), c.Objects(workload.Pods))
		if n := len(got.gaps); n != 2 {
			t.Fatalf("gaps are %v, want one of each resource", got.gaps)
		}
		for _, g := range got.gaps {
			if g.From != 30*time.Second+time.Millisecond || g.To < 90*time.Second || g.To > 95*time.Second {
				t.Errorf("%s was not watched from %v to %v", g.Resource, g.From, g.To)
			}
		}
		// Five tries by watch, then lists until one is complete.
		if s := got.summary; s.Relists != 2 || s.Reconnects != 0 || s.FailedTries < 10 || !s.Listed {
			t.Errorf("summary %+v", s)
		}
		for _, p := range told {
			away := p.Elapsed > 31*time.Second && p.Elapsed < 90*time.Second
			back := p.Elapsed < 30*time.Second || p.Elapsed > 95*time.Second
			if away && (p.Away == nil || p.Away.Names() != "pods, widgets" || !strings.Contains(p.Away.Err.Error(), "connection refused")) || back && p.Away != nil {
				t.Errorf("after %v: away %+v", p.Elapsed, p.Away)
			}
		}
		if last := told[len(told)-1]; !slices.Equal(last.Gaps, got.gaps) || last.Events != int64(len(got.of(trace.Listed, trace.Watched, trace.Relisted))) {
			t.Errorf("at the end %d events and the gaps %v were told", last.Events, last.Gaps)
		}
	})
}

// While it lasts, and in a file that is cut off, the gap is there already.
func TestServerThatStaysAwayIsAnErrorWithAWholeTrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		path := filepath.Join(t.TempDir(), "prod.trace")
		o := c.options(time.Minute, "pods")
		ended := make(chan error, 1)
		go func() {
			_, err := record.ToFile(context.Background(), path, false, o)
			ended <- err
		}()
		time.Sleep(20 * time.Second)
		synctest.Wait()
		c.kill()
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if gaps := gapsIn(t, path+record.PartialSuffix); len(gaps) != 1 || gaps[0].From != 20*time.Second || gaps[0].To < 35*time.Second {
			t.Errorf("while it lasts the gaps are %v", gaps)
		}
		err := <-ended
		var away *record.AwayError
		if !errors.As(err, &away) || away.For != 40*time.Second || away.Tries < 5 {
			t.Fatalf("the error is %v", err)
		}
		for _, want := range []string{"pods could not be reached from ", "until the end (40s; tries that failed: ", "connection refused"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %q, want %q in it", err, want)
			}
		}
		if got, want := gapsIn(t, path), []trace.Gap{{Resource: workload.Pods, From: 20 * time.Second, To: time.Minute}}; !slices.Equal(got, want) {
			t.Errorf("gaps are %v, want %v", got, want)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := count(content); n < 21 || err != nil {
			t.Errorf("%d records, %v", n, err)
		}
	})
}

// gapsIn reads those of a file, as far as it goes.
func gapsIn(t *testing.T, path string) []trace.Gap {
	t.Helper()
	f, _, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var gaps trace.Gaps
	for r, err := range r.Records() {
		if err != nil && !errors.Is(err, trace.ErrCut) {
			t.Fatal(err)
		}
		gaps.Add(r)
	}
	return gaps.All()
}

// Who may list and not watch would record an hour of nothing.
func TestWatchThatIsRefusedEndsTheRecordingAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		c.fault = func(w http.ResponseWriter, r request) bool {
			if r.watch {
				http.Error(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,"message":"no"}`, http.StatusForbidden)
			}
			return r.watch
		}
		_, err := record.Run(context.Background(), &strings.Builder{}, c.options(time.Hour, "pods"))
		if err == nil || !strings.Contains(err.Error(), "needs the rights to get, list and watch") {
			t.Errorf("got %v", err)
		}
	})
}

// A resource whose watches wait longer and longer, without an error, is not watched meanwhile.
func TestPausesBetweenWatchesAreGaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		result := c.start(t, context.Background(), c.options(time.Minute, "pods"))
		for range 4 { // each stands for two seconds and brings nothing; the pauses are 0, 0.5 s, 1 s, 2 s
			time.Sleep(2 * time.Second)
			synctest.Wait()
			c.breakWatches()
			synctest.Wait()
			time.Sleep(2 * time.Second)
		}
		got := <-result
		var long time.Duration
		for _, g := range got.gaps {
			long = max(long, g.To-g.From)
		}
		if len(got.gaps) == 0 || long != 2*time.Second || got.gaps[0].To-got.gaps[0].From != time.Second || got.away != nil || got.summary.FailedTries != 0 {
			t.Errorf("gaps %v, away %v, summary %+v", got.gaps, got.away, got.summary)
		}
	})
}
