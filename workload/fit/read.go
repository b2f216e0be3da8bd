package fit

import (
	"context"
	"errors"
	"io"
	"time"

	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// pass is the state of one pass over a trace.
type pass struct {
	fit       *Fit
	resources map[workload.Resource]*observer
	order     []*observer
	all       windows
	gaps      trace.Gaps
	end       time.Duration
}

// Read describes what the reader has, which must be at its beginning. A damaged trace is described
// up to the damage, which Fit.Damage tells; other errors of reading, and ctx's, are returned.
func Read(ctx context.Context, r *trace.Reader) (*Fit, error) {
	h := r.Header()
	p := &pass{
		fit:       &Fit{Kind: h.Kind, Started: h.Started, Anonymized: h.Anonymized, Dropped: h.Dropped},
		resources: map[workload.Resource]*observer{},
	}
	for _, info := range h.Resources {
		o := newObserver(info.AsKind())
		p.resources[o.kind.Resource] = o
		p.order = append(p.order, o)
	}
	if err := p.read(ctx, r); err != nil {
		return nil, err
	}
	if summary, ok := r.Summary(); ok {
		p.end = max(p.end, summary.Span)
	}
	p.finish()
	return p.fit, nil
}

func (p *pass) read(ctx context.Context, r *trace.Reader) error {
	for {
		if p.fit.Records%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		rec, err := r.NextRecord()
		var damage *trace.DamageError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &damage):
			p.fit.Damage = damage.Error()
			return nil
		case err != nil:
			return err
		}
		p.fit.Records++
		p.end = max(p.end, rec.Offset)
		p.gaps.Add(rec)
		if o := p.resources[rec.Resource]; o != nil && rec.Object != nil {
			p.see(o, &rec)
		}
	}
}

func (p *pass) see(o *observer, r *trace.Record) {
	if r.Phase == trace.Bookmark || r.Type == watch.Bookmark {
		o.out.Bookmarks++
		if r.Gap > 0 {
			o.late = r.Offset + time.Second // as in windows.whole
		}
		return
	}
	if !o.see(r) {
		return
	}
	if r.Phase != trace.Listed {
		p.all.add(r.Offset)
		o.rate.add(r.Offset)
	}
}

func (p *pass) finish() {
	f := p.fit
	sizes := map[*Resource]float64{}
	for _, o := range p.order {
		// All share one beginning: a resource that is quiet at first has a lower rate for it.
		o.rate.first, o.rate.any = p.all.first, p.all.any
		if len(o.states) == 0 && o.out.Bookmarks == 0 {
			continue // a population's header names all that the generator makes
		}
		o.finish(p.end, p.gaps.Of(o.kind.Resource))
		f.Resources = append(f.Resources, o.out)
		f.AllObjects += o.out.Listed
		if n := o.size.hist.TotalCount(); n > 0 {
			sizes[o.out] = rounded(o.size.sum / float64(n))
		}
	}
	f.describePrimary(sizes)
	f.Seconds = p.all.seconds(p.end)
	if f.Rate = p.all.rate(p.end, p.gaps.Together(1)); f.Rate != nil {
		f.EventsPerSecond, f.PeakEventsPerSecond = f.Rate.Mean, f.Rate.Peak
	}
	for _, g := range p.gaps.All() {
		f.Gaps = append(f.Gaps, Gap{Resource: string(g.Resource), From: rounded(g.From.Seconds()), To: rounded(g.To.Seconds())})
	}
}
