package reflectorbench

import (
	"slices"
	"testing"
)

// Events that have not arrived when the readers stop are the late ones: without them a pipeline that hardly gets to write would
// look prompt.
func TestEveryEventBesideAListerHasItsDelivery(t *testing.T) {
	c := DefaultCell()
	c.Informer, c.Store, c.Queue = ClientGo, "clientgo", RealFIFO // of which half of the events are late
	c.Objects, c.Measures = 20_000, []Measure{MeasureRead}
	r := newRun(c, nil)
	results, err := r.measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(results, func(res result) bool { return res.measure == "GetBesideLister" })
	if i < 0 {
		t.Fatal("no result of Gets beside a lister")
	}
	played := int64(r.feed.plays(MeasureRead)[0])
	for _, d := range results[i].distributions {
		if d.what == "deliver" {
			if d.count() != played {
				t.Errorf("%d of %d events have a delivery", d.count(), played)
			}
			return
		}
	}
	t.Error("no distribution of deliveries")
}
