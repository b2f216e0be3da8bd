package reflectorbench_test

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflectorbench"
)

// What happens between a lost watch and the next list reaches the informer by that list, and only client-go's tells its handlers of the
// rest too. The source is a process of its own, which has generated the events beforehand.
func TestAnOutageIsMadeUpForByTheNextList(t *testing.T) {
	t.Setenv(childEnv, "1")
	for _, informer := range []reflectorbench.Informer{reflectorbench.Ours, reflectorbench.ClientGo} {
		t.Run(string(informer), func(t *testing.T) {
			lab := openLab(t, func(o *reflectorbench.LabOptions) {
				o.Cell.Source, o.Cell.ServerExe, o.Cell.Informer, o.Handlers = reflectorbench.HTTP, os.Args[0], informer, 1
				if informer == reflectorbench.ClientGo {
					o.Cell.Queue = reflectorbench.RealFIFO
				}
			})
			synced(t, lab)
			changed, events := lab.Prepare(20), lab.Prepare(100)
			if err := lab.Arrange(t.Context(), len(changed), 0, len(events)); err != nil {
				t.Fatal(err)
			}
			stable := lab.Untouched(1000, changed, events)
			var outage reflectorbench.Outage
			var stalls *reflectorbench.Stalls
			found, err := lab.Play(t.Context(), reflectorbench.Play{
				Events: events, Rate: 5000, Probe: true,
				Before: func(ctx context.Context) (err error) {
					outage, err = lab.Outage(ctx, changed)
					stalls = lab.WatchStalls(2, stable)
					return err
				},
			})
			if stalls == nil {
				t.Fatal(err)
			}
			stalled, stallErr := stalls.Finish()
			if err != nil || stallErr != nil || stalled.Count() < 2 {
				t.Fatalf("error %v, %d Gets (%v)", err, stalled.Count(), stallErr)
			}
			if !outage.Cut.Before(outage.Changed) || !outage.Changed.Before(outage.Asked) {
				t.Errorf("the order of the outage is %+v", outage)
			}
			if at, ok := found.VisibleAfter(0); !ok || at.Before(outage.Asked) {
				t.Errorf("visible at %v (%t), the informer has asked at %v", at, ok, outage.Asked)
			}
			if _, ok := found.VisibleAfter(time.Hour); ok {
				t.Error("something was due after an hour")
			}
			if n := lab.Repeated(); n > 0 != (informer == reflectorbench.ClientGo) {
				t.Errorf("%d calls told of objects that had not changed", n)
			}
		})
	}
}

func TestUntouchedKeysAreThoseThatNothingHappensTo(t *testing.T) {
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	synced(t, lab)
	events := lab.Prepare(50)
	keys := lab.Untouched(1000, events)
	if few := lab.Untouched(7, events); len(few) != 7 || len(keys) < 100 || !slices.Contains(keys, few[6]) {
		t.Errorf("%d keys, of which 7 are %q", len(keys), few)
	}
	for _, e := range events {
		m, err := meta.Accessor(e.Object)
		if err != nil {
			t.Fatal(err)
		}
		if key := cache.MetaObjectToName(m).String(); slices.Contains(keys, key) {
			t.Errorf("%s is changed", key)
		}
	}
	if _, err := lab.Play(t.Context(), reflectorbench.Play{Events: events, Rate: 10_000}); err != nil {
		t.Fatal(err)
	}
}

func TestReadersOfStallsMissNothing(t *testing.T) {
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	early := lab.WatchStalls(1, nil)
	synced(t, lab)
	if found, err := early.Finish(); err != nil || found.Count() == 0 {
		t.Errorf("%d Gets of nothing, %v", found.Count(), err)
	}
	if _, err := lab.WatchStalls(1, []string{"no/such"}).Finish(); err == nil {
		t.Error("a key that is not there was not missed")
	}
}

func TestABurstIsPlayedAtOnceAndWhole(t *testing.T) {
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	synced(t, lab)
	b, err := lab.Burst(t.Context(), lab.Prepare(1000), everyRead(1))
	if err != nil {
		t.Fatal(err)
	}
	if b.Events != 1000 || b.Took <= 0 || b.Sent <= 0 || b.Costs.Allocs == 0 || len(b.Reads) != 4 {
		t.Errorf("burst %+v", b)
	}
	if _, err := lab.Burst(t.Context(), nil, reflectorbench.Readers{}); err == nil {
		t.Error("a burst of nothing is not refused")
	}
}

// One of two handlers stands still in its first call.
func TestWhatWaitsForAHandlerIsKnownMeanwhile(t *testing.T) {
	gate := make(chan struct{})
	var blocked sync.Once
	playing := false
	lab := openLab(t, func(o *reflectorbench.LabOptions) {
		o.Work = func(i int) func(any) {
			if i == 0 {
				return nil
			}
			return func(any) {
				if playing { // set before the first event, which happens before the call
					blocked.Do(func() { <-gate })
				}
			}
		}
	})
	synced(t, lab)
	if n := lab.Waiting(0); n != 0 {
		t.Errorf("%d events wait before any", n)
	}
	playing = true
	const events = 100
	_, err := lab.Play(t.Context(), reflectorbench.Play{
		Events: lab.Prepare(events), Rate: 10_000,
		During: func(ctx context.Context) error {
			defer close(gate)
			for lab.Waiting(0) > 0 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				reflectorbench.Nap(time.Millisecond)
			}
			if n := lab.Waiting(1); n != events {
				t.Errorf("%d events wait for the handler that stands still, want %d", n, events)
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReadersMayEndBeforeThePlay(t *testing.T) {
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	synced(t, lab)
	readers := everyRead(2)
	readers.For = time.Millisecond
	found, err := lab.Play(t.Context(), reflectorbench.Play{Events: lab.Prepare(500), Rate: 1000, Readers: readers})
	if err != nil {
		t.Fatal(err)
	}
	if r := found.Reads[0]; r.Elapsed < readers.For || r.Elapsed >= found.Took {
		t.Errorf("readers read for %v of %v", r.Elapsed, found.Took)
	}
}

func TestHandlersThatWereMadeAreAdded(t *testing.T) {
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	synced(t, lab)
	lab.MakeHandlers(2)
	took := reflectorbench.NewLatencies()
	for range 3 {
		joined, err := lab.AddHandler(t.Context())
		if err != nil || joined.Objects != 200 {
			t.Fatalf("joined %+v (%v)", joined, err)
		}
		took.Record(joined.Took)
	}
	if both := reflectorbench.Merged([]reflectorbench.Latencies{took, took}); took.Count() != 3 || both.Count() != 6 || both.Max() != took.Max() {
		t.Errorf("%d and %d latencies", took.Count(), both.Count())
	}
}
