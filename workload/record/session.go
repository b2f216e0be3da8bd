package record

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// session records one resource, in one goroutine.
type session struct {
	kind    workload.Kind
	client  client
	sink    *sink
	options metav1.ListOptions // selectors
	page    int64

	known   *known
	version string // the last one that came, from which the next watch begins
	stale   bool   // no watch can begin there: list first
	lists   int    // begun
	listed  bool   // the first list is complete
	pause   pause

	absence absence
	working bool // the watch that is open, or was last, has brought something or stood for a while
	worked  bool // one did
	fresh   bool // the version is that of a list: a watch from there is no resumed one
}

// run lists and watches until the context ends, which is no error.
func (s *session) run(ctx context.Context) error {
	for {
		watching := !s.stale
		step := s.list
		if watching {
			step = s.watch
		}
		err := step(ctx)
		if ctx.Err() != nil {
			return s.tellGap(s.sink.now())
		}
		if err := s.recover(ctx, watching, err); err != nil {
			return err
		}
	}
}

// list reads all pages and writes what is new in them.
func (s *session) list(ctx context.Context) error {
	phase := trace.Listed
	if s.lists > 0 {
		phase = trace.Relisted
	}
	s.lists++
	s.known.begin()
	o := s.options
	o.Limit = s.page
	for {
		page, err := s.client.list(ctx, o)
		if err != nil {
			return err
		}
		s.answered()
		at := s.sink.now()
		if err := meta.EachListItem(page, func(item runtime.Object) error { return s.item(item, phase, at) }); err != nil {
			return err
		}
		m, err := meta.ListAccessor(page)
		if err != nil {
			return err
		}
		if o.Continue = m.GetContinue(); o.Continue == "" {
			return s.endList(m.GetResourceVersion())
		}
	}
}

// item writes an object of a list, if it is not what was known already.
func (s *session) item(o runtime.Object, phase trace.Phase, at time.Duration) error {
	m, err := meta.Accessor(o)
	if err != nil {
		return err
	}
	old, existed := s.known.put(m)
	switch {
	case !existed:
		s.sink.objects.Add(1)
		return s.sink.write(s.kind.Resource, watch.Added, o, phase, at)
	case old.uid != m.GetUID():
		// Another object of the same name: the watch would have told of both.
		if err := s.writeGone(keyOf(m), old, at); err != nil {
			return err
		}
		return s.sink.write(s.kind.Resource, watch.Added, o, trace.Relisted, at)
	case old.version != m.GetResourceVersion():
		return s.sink.write(s.kind.Resource, watch.Modified, o, trace.Relisted, at)
	default:
		return nil
	}
}

// endList writes what the list did not hold, and a bookmark of its version.
func (s *session) endList(version string) error {
	at := s.sink.now()
	err := s.known.gone(func(key string, e entry) error {
		s.sink.objects.Add(-1)
		return s.writeGone(key, e, at)
	})
	if err != nil {
		return err
	}
	if s.listed {
		s.sink.count(func(sum *trace.Summary) { sum.Relists++ })
	} else {
		s.listed = true
		s.sink.listing.Add(-1)
		s.absence = absence{since: at}
	}
	s.version, s.stale, s.fresh = version, version == "", true
	return s.bookmark(version, at)
}

func (s *session) writeGone(key string, e entry, at time.Duration) error {
	o := s.client.empty()
	m, err := meta.Accessor(o)
	if err != nil {
		return err
	}
	stub(m, key, e)
	return s.sink.write(s.kind.Resource, watch.Deleted, o, trace.Relisted, at)
}

// bookmark writes a version and nothing else.
func (s *session) bookmark(version string, at time.Duration) error {
	o, err := s.mark(version)
	if err != nil {
		return err
	}
	return s.sink.write(s.kind.Resource, watch.Bookmark, o, trace.Bookmark, at)
}

// mark is an object that holds a version and nothing else.
func (s *session) mark(version string) (runtime.Object, error) {
	o := s.client.empty()
	m, err := meta.Accessor(o)
	if err != nil {
		return nil, err
	}
	m.SetResourceVersion(version)
	return o, nil
}
