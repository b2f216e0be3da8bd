package record

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload/trace"
)

// watchTime is how long the server is asked to keep a watch open, and at most twice that, so
// that watches that began together do not end together; as client-go's reflector does.
const watchTime = 5 * time.Minute

// watch writes events until the watch ends: nil when it just ended, which is normal. It works once it has brought
// something, or has been open for a while.
func (s *session) watch(ctx context.Context) error {
	o := s.options
	o.ResourceVersion = s.version
	o.AllowWatchBookmarks = true
	seconds := int64(watchTime.Seconds() * (1 + rand.Float64()))
	o.TimeoutSeconds = &seconds
	s.working = false
	w, err := s.client.watch(ctx, o)
	if err != nil {
		return err
	}
	stands := time.NewTimer(noticeable)
	defer func() {
		stands.Stop()
		w.Stop()
		for range w.ResultChan() { // until its goroutine has ended
		}
		if s.working {
			s.absence = absence{since: s.sink.now()}
		}
	}()
	opened := s.sink.now()
	if err := s.tellGap(opened); err != nil { // before what comes now
		return err
	}
	for {
		select {
		case <-ctx.Done():
			s.watched()
			return nil
		case <-stands.C:
			s.watched()
		case e, ok := <-w.ResultChan():
			if !ok {
				return s.ended(opened)
			}
			at := s.sink.now()
			if e.Type == watch.Error {
				return apierrors.FromObject(e.Object)
			}
			s.watched()
			if err := s.event(e, at); err != nil {
				return err
			}
			s.pause.reset()
		}
	}
}

// ended judges a watch that just ended.
func (s *session) ended(opened time.Duration) error {
	if !s.working {
		return errSilent
	}
	if s.sink.now()-opened > maxPause { // a watch over quiet objects, that worked
		s.pause.reset()
	}
	return nil
}

func (s *session) event(e watch.Event, at time.Duration) error {
	m, err := meta.Accessor(e.Object)
	if err != nil {
		return fmt.Errorf("a watch event with a %T: %w", e.Object, err)
	}
	version := m.GetResourceVersion()
	switch e.Type {
	case watch.Added, watch.Modified:
		if _, existed := s.known.put(m); !existed {
			s.sink.objects.Add(1)
		}
		err = s.sink.write(s.kind.Resource, e.Type, e.Object, trace.Watched, at)
	case watch.Deleted:
		if s.known.remove(m) {
			s.sink.objects.Add(-1)
		}
		err = s.sink.write(s.kind.Resource, e.Type, e.Object, trace.Watched, at)
	case watch.Bookmark:
		err = s.bookmark(version, at)
	default:
		return fmt.Errorf("a watch event of the unknown type %q", e.Type)
	}
	s.version = version
	return err
}
