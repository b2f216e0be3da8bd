package wire_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
)

// mixed is a list or watch of n config maps whose sizes differ a thousandfold, so that
// decoders overtake one another.
func mixed(t testing.TB, n int, each func(i int) []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		b.Write(each(i))
	}
	return b.Bytes()
}

func sizeOf(i int) int { return []int{10, 5000, 30, 100, 1500, 40_000}[i%6] }

// With many decoders, whichever is ready first, events come in the order of the stream,
// none twice and none missing, in batches and one by one.
func TestOrderOfEventsUnderManyDecoders(t *testing.T) {
	const n = 500
	stream := mixed(t, n, func(i int) []byte { return jsonEvent(t, i, sizeOf(i)) })
	for _, decoders := range []int{1, 2, 16} {
		c := body(asJSON, stream).configMaps(t, asJSON, func(o *wire.Options) { o.Decoders = decoders })
		inOrder(t, drainWatch(t, c.wire), n)
		inOrder(t, drainWatch(t, plain{c.wire}), n)
	}
}

// plain hides what a watch offers besides watch.Interface.
type plain struct{ watcher }

func inOrder(t *testing.T, events []watch.Event, n int) {
	t.Helper()
	if len(events) != n {
		t.Fatalf("%d events, want %d", len(events), n)
	}
	for i, e := range events {
		if e.Type != watch.Modified || accessor(e.Object).GetResourceVersion() != strconv.Itoa(i) {
			t.Fatalf("event %d is %s %s", i, e.Type, accessor(e.Object).GetResourceVersion())
		}
	}
}

// The same for the items of a list, in both encodings.
func TestOrderOfItemsUnderManyDecoders(t *testing.T) {
	const n = 500
	for _, encoding := range encodings {
		list := listed(t, encoding, n, 2000)
		for _, decoders := range []int{1, 2, 16} {
			c := body(encoding, list).configMaps(t, encoding, func(o *wire.Options) { o.Decoders = decoders })
			items, err := drainList(t, c.wire)
			if err != nil || len(items) != n {
				t.Fatalf("%d items, %v", len(items), err)
			}
			seen := map[string]bool{}
			last := ""
			for _, item := range items {
				name := accessor(item).GetName()
				if seen[name] || name < last {
					t.Fatalf("%s after %s", name, last)
				}
				seen[name], last = true, name
			}
		}
	}
}

// The event that cannot be decoded ends the stream at its place, whatever the decoders
// beside it have done already.
func TestErrorKeepsItsPlaceUnderManyDecoders(t *testing.T) {
	const good = 300
	stream := mixed(t, 500, func(i int) []byte {
		if i == good {
			return []byte(`{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","data":7}}`)
		}
		return jsonEvent(t, i, sizeOf(i))
	})
	for _, decoders := range []int{1, 2, 16} {
		c := body(asJSON, stream).configMaps(t, asJSON, func(o *wire.Options) { o.Decoders = decoders })
		events := drainWatch(t, c.wire)
		if len(events) != good+1 || events[good].Type != watch.Error {
			t.Fatalf("%d events with %d decoders", len(events), decoders)
		}
		inOrder(t, events[:good], good)
	}
}

// panics is a type whose own unmarshaling panics on some content.
type panics struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              explosive `json:"spec"`
}

type explosive struct{ s string }

func (e *explosive) UnmarshalJSON(b []byte) error {
	if e.s = string(b); strings.Contains(e.s, "boom") {
		panic("boom")
	}
	return nil
}

// A type that panics while it is decoded makes an error of the event, not the end of
// the process.
func TestDecoderThatPanics(t *testing.T) {
	good := `{"type":"ADDED","object":{"kind":"panics","apiVersion":"bench.example.com/v1","metadata":{"name":"a"},"spec":"%s"}}`
	stream := fmt.Sprintf(good+good+good, "x", "boom", "y")
	source := custom(t, body(asJSON, []byte(stream)), &panics{})
	events := drainWatch(t, source)
	if len(events) != 2 || events[0].Type != watch.Added || events[1].Type != watch.Error {
		t.Fatalf("%v", events)
	}
	if m := events[1].Object.(*metav1.Status).Message; !strings.Contains(m, "panic") {
		t.Errorf("the message is %q", m)
	}
}
