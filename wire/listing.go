package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// ListItems implements [ItemLister]. It holds what is in flight (see Options.Ahead)
// and never the list.
func (s *Source) ListItems(ctx context.Context, options metav1.ListOptions, visit func(items []runtime.Object) error) (metav1.ListMeta, error) {
	head, err := s.visitList(ctx, options, visit)
	return head.meta, err
}

// visitList reads on a goroutine of its own and visits on the caller's. When it returns
// there is no goroutine left.
func (s *Source) visitList(ctx context.Context, options metav1.ListOptions, visit func([]runtime.Object) error) (listHead, error) {
	options.Watch = false
	ctx, cancel := listContext(ctx, timeoutOf(&options))
	defer cancel()
	body, err := s.open(ctx, &options, listAgain)
	if err != nil {
		return listHead{}, err
	}
	r := &listReader{check: s.objects.checkList, layout: s.objects.layout}
	l := s.readList(r, s.objects.knowing(ctx), body, cancel)
	// A body need not heed the context.
	defer context.AfterFunc(ctx, l.stop)()
	// Deferred, as visit may panic: whatever happens the reader has ended before the
	// caller goes on.
	defer func() {
		l.stop()
		for range l.out {
		}
	}()
	for items := range l.out {
		if err := visit(items); err != nil {
			return listHead{}, err
		}
		l.recycle(items)
	}
	// out is closed, which published err and head.
	if l.err != nil {
		return listHead{}, listError(ctx, l.err)
	}
	return r.head, nil
}

// readList starts the reader. It ends by itself or by the line's stop, and closes out.
func (s *Source) readList(r *listReader, objects *objects, body io.ReadCloser, cancel context.CancelFunc) *line[runtime.Object] {
	l := newLine(lineOptions[runtime.Object]{
		decode:    func(data []byte) (runtime.Object, error) { return objects.item(data, r) },
		decoders:  s.o.Decoders,
		ahead:     s.o.Ahead,
		interrupt: func() { cancel(); _ = body.Close() },
	})
	r.in, r.add = newInput(body, s.o.MaxObject, l.flush), l.add
	go func() {
		err := r.read()
		r.in.close()
		_ = body.Close()
		l.finish(err, nil)
	}()
	return l
}

func listContext(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout > 0 {
		return context.WithTimeout(ctx, timeout)
	}
	return context.WithCancel(ctx)
}

func listError(ctx context.Context, err error) error {
	var frame *frameError
	if errors.As(err, &frame) {
		return fmt.Errorf("unable to decode item %d of the list: %w", frame.frame, frame.err)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return fmt.Errorf("unable to read the list: %w", err)
}
