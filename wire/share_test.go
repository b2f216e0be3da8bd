package wire_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/wire"
	"informerbench/workload"
)

// Custom resources, and whatever comes in JSON, share their parts while they are decoded, on many goroutines, and are
// else what client-go's client returns: in a list, a second one, and a watch.
func TestShareObjectsInJSON(t *testing.T) {
	s := serve(t)
	sharer := compact.NewSharer(compact.ShareOptions{})
	for _, c := range cells(t, s, func(o *wire.Options) { o.Share, o.Decoders = sharer, 4 }) {
		if strings.HasSuffix(c.name, asProtobuf) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			want, err := c.peer.ListWithContext(t.Context(), metav1.ListOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				got, err := c.wire.ListWithContext(t.Context(), metav1.ListOptions{})
				if err != nil {
					t.Fatal(err)
				}
				alike(t, got, want)
			}
			theirs, ours := openWatch(t, c.peer, streamingList()), openWatch(t, c.wire, streamingList())
			n := len(s.Objects(c.resource)) + 1
			alike(t, receive(t, ours, n), receive(t, theirs, n))
			n = s.change(t, c.resource)
			alike(t, receive(t, ours, n), receive(t, theirs, n))
		})
	}
	if stats := sharer.Stats(); stats.Objects == 0 || stats.Siblings+stats.Found == 0 {
		t.Errorf("%+v: want objects, and parts that they share", stats)
	}
}

// noted is a sharer that writes down what it is given.
type noted struct {
	mu          sync.Mutex
	olds, calls int
	fail        error
	other       any
}

func (n *noted) TransformNext(old, object any) (any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.calls++
	if old != nil {
		n.olds++
	}
	if n.other != nil {
		return n.other, nil
	}
	return object, n.fail
}

// What Compact has decoded is not shared again; without it, Share is for protobuf too. It is given what is held.
func TestShareIsForWhatCompactHasNotDecoded(t *testing.T) {
	s := serve(t)
	objects := len(s.Objects(workload.Pods))
	for _, c := range []struct {
		encoding string
		compact  bool
		want     int
	}{{asProtobuf, true, 0}, {asProtobuf, false, objects}, {asJSON, true, objects}} {
		n := &noted{}
		cell := s.typed(t, workload.Pods, c.encoding, func(o *wire.Options) {
			if o.Share = n; c.compact {
				o.Compact = encoded.New(encoded.Options{})
			}
		})
		held := hold(t, cell.wire)
		if n.calls != c.want || n.olds != 0 {
			t.Errorf("%s, compact=%v: %d objects were shared, want %d; %d with one that nobody holds", c.encoding, c.compact, n.calls, c.want, n.olds)
		}
		if _, err := cell.wire.ListWithContext(held.context(t.Context()), metav1.ListOptions{}); err != nil {
			t.Fatal(err)
		}
		if n.olds != c.want {
			t.Errorf("%s, compact=%v: %d of what is held was given, want %d", c.encoding, c.compact, n.olds, c.want)
		}
	}
}

func TestSharesErrors(t *testing.T) {
	s := serve(t)
	for want, n := range map[string]*noted{"no reason": {fail: errors.New("no reason")}, "same type": {other: &metav1.Status{}}} {
		c := s.dynamic(t, workload.Widgets, func(o *wire.Options) { o.Share = n })
		if _, err := c.wire.List(metav1.ListOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}

// What is to be left away is left away before anything is shared.
func TestShareComesAfterTransform(t *testing.T) {
	s := serve(t)
	n := &order{}
	c := s.dynamic(t, workload.Widgets, func(o *wire.Options) { o.Transform, o.Share = n.transform, n })
	if _, err := c.wire.List(metav1.ListOptions{}); err != nil {
		t.Fatal(err)
	}
	if len(n.done) == 0 || n.wrong {
		t.Errorf("%d objects were transformed; shared before that: %v", len(n.done), n.wrong)
	}
}

type order struct {
	mu    sync.Mutex
	done  map[any]bool
	wrong bool
}

func (n *order) transform(o any) (any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.done == nil {
		n.done = map[any]bool{}
	}
	n.done[o] = true
	return o, nil
}

func (n *order) TransformNext(_, o any) (any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.wrong = n.wrong || !n.done[o]
	return o, nil
}
