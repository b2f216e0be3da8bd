package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// WriteRecording writes what a recorder would have seen of a generated cluster: all objects of the
// population, and then n events of a stream at a steady rate. It ends with ctx's error
// when that ends first.
func WriteRecording(ctx context.Context, w io.Writer, p *workload.Population, m workload.Mix, seed uint64, n int, rate float64) error {
	if !(rate > 0) {
		return fmt.Errorf("rate is %v: a recording needs a positive one", rate)
	}
	h := Header{Kind: Recording, Started: time.Unix(workload.Epoch, 0).UTC(), Resources: infos(p.Config().Resources)}
	t, err := NewWriter(w, h)
	if err != nil {
		return err
	}
	for _, r := range p.Config().Resources {
		if err := writeList(ctx, t, p, r); err != nil {
			return err
		}
	}
	s := workload.NewStream(p, m, seed)
	at := func(i int) time.Duration { return time.Duration(float64(i) * float64(time.Second) / rate) }
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.WriteRecord(Record{Event: s.Next(), Offset: at(i), Phase: Watched}); err != nil {
			return err
		}
	}
	t.SetSummary(Summary{Ended: "all events are written", Listed: true, Span: at(n)})
	return t.Close()
}

// writeList writes the objects of a resource and the bookmark that ends them.
func writeList(ctx context.Context, t *Writer, p *workload.Population, r workload.Resource) error {
	for _, o := range p.Objects(r) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.WriteRecord(Record{Event: workload.Event{Resource: r, Type: watch.Added, Object: o}, Phase: Listed}); err != nil {
			return err
		}
	}
	mark := r.New()
	meta, ok := mark.(metav1.Object)
	if !ok {
		return errors.New("an object without metadata")
	}
	meta.SetResourceVersion(strconv.FormatUint(p.Version(), 10))
	return t.WriteRecord(Record{Event: workload.Event{Resource: r, Type: watch.Bookmark, Object: mark}, Phase: Bookmark})
}
