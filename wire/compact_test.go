package wire_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/compact/encoded"
	"informerbench/wire"
)

// Objects that share memory are, to the last field, what client-go's client returns: in a
// list, a second one that shares everything with it, and a watch.
func TestCompactObjectsEqualClientGos(t *testing.T) {
	s := serve(t)
	d := encoded.New(encoded.Options{})
	for _, c := range cells(t, s, func(o *wire.Options) { o.Compact = d }) {
		if !strings.HasSuffix(c.name, asProtobuf) {
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
	if stats := d.Stats(); stats.Objects == 0 || stats.Found == 0 || stats.Plain > 0 {
		t.Errorf("%+v: want objects, parts that they share, and none decoded plainly", stats)
	}
}

// JSON is decoded as without a decoder.
func TestCompactIsForProtobuf(t *testing.T) {
	s := serve(t)
	d := encoded.New(encoded.Options{})
	c := s.typed(t, "pods", asJSON, func(o *wire.Options) { o.Compact = d })
	if _, err := c.wire.List(metav1.ListOptions{}); err != nil {
		t.Fatal(err)
	}
	if stats := d.Stats(); stats.Objects > 0 {
		t.Errorf("%d objects in JSON were decoded", stats.Objects)
	}
}

// alike: equal, but for quantities that have been asked for their text before they were shared.
func alike(t *testing.T, got, want any) {
	t.Helper()
	if !equality.Semantic.DeepEqual(got, want) {
		equal(t, got, want)
	}
}
