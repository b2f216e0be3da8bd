package reflectorbench_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

// openLab opens one that is closed and verified in the end.
func openLab(t *testing.T, change func(*reflectorbench.LabOptions)) *reflectorbench.Lab {
	t.Helper()
	o := reflectorbench.LabOptions{Cell: tiny(), Handlers: 2, Indexes: 6, Events: 2000}
	change(&o)
	// A server of its own must live until the comparison, and a test's context ends before what is cleaned up.
	lab, err := reflectorbench.OpenLab(context.WithoutCancel(t.Context()), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lab.Close(context.Background(), nil); err != nil {
			t.Error(err)
		}
	})
	return lab
}

func synced(t *testing.T, lab *reflectorbench.Lab) *reflectorbench.Synced {
	t.Helper()
	s, err := lab.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func everyRead(goroutines int) reflectorbench.Readers {
	return reflectorbench.Readers{Goroutines: goroutines, Ops: []reflectorbench.ReadOp{
		{Name: "get", Skew: reflectorbench.Zipf},
		{Name: "byindex", Index: cache.NamespaceIndex, Every: 2},
		{Name: "list", Every: 50},
		{Name: "get", Values: []string{"none/such"}, Read: func(s reflectorbench.Reads) (func(string) int, error) {
			return func(key string) int { s.GetByKey(key); return 1 }, nil
		}},
	}}
}

func TestALabPlaysToAllHandlersWhileOthersReadAndJoin(t *testing.T) {
	var worked [2]atomic.Int64
	lab := openLab(t, func(o *reflectorbench.LabOptions) {
		o.Work = func(i int) func(any) { return func(any) { worked[i].Add(1) } }
	})
	if s := synced(t, lab); s.Objects != 200 || s.Took <= 0 || len(s.Each) != 1 || s.Costs.Wire.Requests != 0 {
		t.Errorf("synced %+v", s)
	}
	const events = 500
	var joined reflectorbench.Joined
	found, err := lab.Play(t.Context(), reflectorbench.Play{
		Events: lab.Prepare(events), Rate: 5000, Probe: true, Readers: everyRead(3),
		During: func(ctx context.Context) (err error) { joined, err = lab.AddHandler(ctx); return err },
	})
	if err != nil {
		t.Fatal(err)
	}
	if found.Events != events || found.Delivered.Count()+int64(found.Coalesced) != 2*events || found.Visible.Count() == 0 || found.Took <= found.Behind {
		t.Errorf("played %+v", found)
	}
	if len(found.Reads) != 4 || found.Reads[0].Reads() == 0 || found.Reads[2].Rows < found.Reads[2].Reads() {
		t.Errorf("read %+v", found.Reads)
	}
	if joined.Objects < 150 || joined.Took <= 0 {
		t.Errorf("joined %+v", joined)
	}
	for i := range worked {
		if n := worked[i].Load(); n < 200+events {
			t.Errorf("handler %d has worked %d times", i, n)
		}
	}
}

func TestALabOverHTTPCountsWhatItsClientSends(t *testing.T) {
	lab := openLab(t, func(o *reflectorbench.LabOptions) { o.Cell.Source = reflectorbench.HTTP })
	if s := synced(t, lab); s.Costs.Wire.Requests == 0 || s.Costs.Wire.Received < 200*100 || s.Costs.Wire.Sent == 0 {
		t.Errorf("the first state has taken %+v", s.Costs.Wire)
	}
	found, err := lab.Play(t.Context(), reflectorbench.Play{Events: lab.Prepare(300), Rate: 5000})
	if err != nil {
		t.Fatal(err)
	}
	if w := found.Costs.Wire; w.Requests != 0 || w.Received < 100*100 {
		t.Errorf("300 events have taken %+v", w)
	}
	if _, own, err := lab.ServerCPU(t.Context()); own || err != nil {
		t.Errorf("the server is a process of its own: %t (%v)", own, err)
	}
}

func TestALabPlaysOneWave(t *testing.T) {
	lab := openLab(t, func(o *reflectorbench.LabOptions) { o.Cell.Mix = workload.NodeLoss })
	synced(t, lab)
	events, err := lab.PrepareWave(2000)
	if err != nil {
		t.Fatal(err)
	}
	found, err := lab.Play(t.Context(), reflectorbench.Play{Events: events, Rate: 10_000, Probe: true})
	if err != nil || found.Events != len(events) {
		t.Errorf("played %+v (%v)", found, err)
	}
}

func TestALabListsAgain(t *testing.T) {
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	synced(t, lab)
	found, err := lab.Relist(t.Context(), everyRead(1))
	if err != nil {
		t.Fatal(err)
	}
	if found.Took <= 0 || found.Reads[0].Reads() == 0 {
		t.Errorf("relisted %+v", found)
	}
}

func TestALabStartsSeveralInformersOfAResource(t *testing.T) {
	lab := openLab(t, func(o *reflectorbench.LabOptions) {
		o.Cell.Also = []workload.Resource{workload.ConfigMaps}
		o.Informers = []workload.Resource{workload.Pods, workload.ConfigMaps, workload.Pods}
	})
	if s := synced(t, lab); len(s.Each) != 3 || s.Objects <= 400 {
		t.Errorf("synced %+v", s)
	}
	if _, err := lab.Play(t.Context(), reflectorbench.Play{Events: lab.Prepare(1), Rate: 1}); err == nil {
		t.Error("events were played to two informers of one resource")
	}
}

func TestALabRefusesWhatItCannotDo(t *testing.T) {
	if _, err := reflectorbench.OpenLab(t.Context(), reflectorbench.LabOptions{Cell: tiny()}); err == nil || !strings.Contains(err.Error(), "handlers") {
		t.Errorf("error %v", err)
	}
	lab := openLab(t, func(*reflectorbench.LabOptions) {})
	synced(t, lab)
	for _, p := range []reflectorbench.Play{
		{Rate: 1},
		{Events: lab.Prepare(1), Readers: everyRead(1)},
	} {
		if _, err := lab.Play(t.Context(), p); err == nil {
			t.Errorf("%+v is not refused", p)
		}
	}
}

func TestWhatBreaksBesideAPlayEndsIt(t *testing.T) {
	lab, err := reflectorbench.OpenLab(t.Context(), reflectorbench.LabOptions{Cell: tiny(), Handlers: 1, Events: 100})
	if err != nil {
		t.Fatal(err)
	}
	synced(t, lab)
	broken := errors.New("broken")
	_, err = lab.Play(t.Context(), reflectorbench.Play{
		Events: lab.Prepare(100), Rate: 1, Probe: true, Readers: reflectorbench.Readers{Goroutines: 1, Ops: []reflectorbench.ReadOp{{Name: "list"}}},
		During: func(context.Context) error { return broken },
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if err := lab.Close(t.Context(), err); !errors.Is(err, broken) {
		t.Errorf("closing says %v", err)
	}
}
