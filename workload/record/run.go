package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// flushTime is how often what came so far is made readable.
const flushTime = time.Second

// Run records until the duration is over or the context ends; both are a good end, with an
// end record. A server that cannot be reached for a while, once the first answers came, is waited for, and the trace tells
// of the gap; if it is still away at the end, the trace is whole, and the error is an *AwayError. After any other error
// what was written reads as a trace that was cut short, and the summary counts what is in it. All goroutines that it
// starts have ended when it returns.
func Run(ctx context.Context, out io.Writer, o Options) (trace.Summary, error) {
	if err := o.Validate(); err != nil {
		return trace.Summary{}, err
	}
	o = o.withDefaults()
	kinds, err := resolve(ctx, o.Config, o.Resources)
	if err != nil {
		return trace.Summary{}, err
	}
	s := &sink{started: time.Now(), anonymizer: o.Anonymizer}
	sessions, err := o.sessions(s, kinds)
	if err != nil {
		return trace.Summary{}, err
	}
	if s.writer, err = trace.NewWriter(out, o.header(s.started, kinds)); err != nil {
		return trace.Summary{}, err
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if o.Duration > 0 {
		limited, cancel = context.WithTimeout(ctx, o.Duration)
	}
	defer cancel()
	if err := runAll(limited, s, sessions, o.Progress); err != nil {
		return s.summary, err // nobody else is left that changes it
	}
	ended := fmt.Sprintf("after %v", o.Duration)
	if ctx.Err() != nil {
		ended = "interrupted"
	}
	summary, err := s.close(ended)
	if err != nil {
		return summary, fmt.Errorf("writing the recording: %w", err)
	}
	progress, _ := s.flush() // nothing is left to write
	o.Progress(progress)
	if progress.Away != nil {
		return summary, &AwayError{Away: *progress.Away, For: summary.Span - progress.Away.Since.Sub(s.started)}
	}
	return summary, nil
}

func (o Options) sessions(s *sink, kinds []workload.Kind) ([]*session, error) {
	var all []*session
	for _, k := range kinds {
		c, err := newClient(o.Config, k, o.Namespace)
		if err != nil {
			return nil, err
		}
		selectors := metav1.ListOptions{LabelSelector: o.LabelSelector, FieldSelector: o.FieldSelector}
		all = append(all, &session{kind: k, client: c, sink: s, options: selectors, page: o.PageSize, known: newKnown(), stale: true})
	}
	s.listing.Store(int64(len(all)))
	return all, nil
}

// dropped is what every recording leaves out.
const dropped = "data of Secrets and ConfigMaps, their managedFields and last-applied annotation"

func (o Options) header(started time.Time, kinds []workload.Kind) trace.Header {
	h := trace.Header{Kind: trace.Recording, Started: started.UTC().Round(0), Anonymized: o.Anonymizer != nil, Dropped: dropped}
	for _, k := range kinds {
		h.Resources = append(h.Resources, trace.InfoOf(k))
	}
	return h
}

// runAll runs the sessions and flushes what they write until the context ends or one fails.
func runAll(ctx context.Context, s *sink, sessions []*session, progress func(Progress)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for _, each := range sessions {
		all.Go(func() {
			if err := each.run(ctx); err != nil {
				cancel(fatal{err})
			}
		})
	}
	all.Go(func() {
		if err := s.flushAlways(ctx, progress); err != nil {
			cancel(fatal{fmt.Errorf("writing the recording: %w", err)})
		}
	})
	all.Wait()
	var failed fatal
	if errors.As(context.Cause(ctx), &failed) {
		return failed.error
	}
	return nil
}

func (s *sink) flushAlways(ctx context.Context, progress func(Progress)) error {
	tick := time.NewTicker(flushTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		p, err := s.flush()
		if err != nil {
			return err
		}
		progress(p)
	}
}
