package wire_test

import (
	"errors"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
	"informerbench/workload"
)

// withoutManagedFields is a transform as many programs have.
func withoutManagedFields(o any) (any, error) {
	accessor(o.(runtime.Object)).SetManagedFields(nil)
	return o, nil
}

// Objects of lists and of events come transformed, in every form, and are else what client-go's
// client returns.
func TestTransform(t *testing.T) {
	s := serve(t)
	for _, c := range cells(t, s, func(o *wire.Options) { o.Transform = withoutManagedFields }) {
		if c.resource != workload.Pods && c.resource != workload.Widgets {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			want, err := c.peer.ListWithContext(t.Context(), metav1.ListOptions{})
			if err != nil {
				t.Fatal(err)
			}
			items := transformed(t, want)
			n := 0
			_, err = c.wire.ListItems(t.Context(), metav1.ListOptions{}, func(part []runtime.Object) error {
				for i := range part {
					equal(t, part[i], items[n+i])
				}
				n += len(part)
				return nil
			})
			if err != nil || n != len(items) {
				t.Fatalf("%d items and error %v, want %d", n, err, len(items))
			}
			n++ // the end of the list, which is a bookmark
			theirs, ours := receive(t, openWatch(t, c.peer, streamingList()), n), receive(t, openWatch(t, c.wire, streamingList()), n)
			for i := range theirs {
				if theirs[i].Type != watch.Bookmark {
					accessor(theirs[i].Object).SetManagedFields(nil)
				}
				equal(t, ours[i], theirs[i])
			}
		})
	}
}

func transformed(t *testing.T, list runtime.Object) []runtime.Object {
	t.Helper()
	items, err := meta.ExtractList(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range items {
		accessor(o).SetManagedFields(nil)
	}
	return items
}

// A transform that fails, or returns something else, ends the list with an error that says so.
func TestTransformsErrors(t *testing.T) {
	s := serve(t)
	for want, transform := range map[string]func(any) (any, error){
		"no reason": func(any) (any, error) { return nil, errors.New("no reason") },
		"same type": func(any) (any, error) { return &metav1.Status{}, nil },
	} {
		c := s.typed(t, "pods", asProtobuf, func(o *wire.Options) { o.Transform = transform })
		if _, err := c.wire.List(metav1.ListOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
		w := openWatch(t, c.wire, streamingList())
		var last watch.Event
		for e := range w.ResultChan() {
			last = e
		}
		if last.Type != watch.Error {
			t.Errorf("%q: the watch ended with %+v, want an error", want, last)
		}
	}
}
