package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
	"informerbench/workload"
)

var encodings = []string{asProtobuf, asJSON}

// A connection may break at any byte. What came whole is received, as with client-go,
// and the stream closes quietly: the next watch goes on from there.
func TestWatchCutAtEveryByte(t *testing.T) {
	for _, encoding := range encodings {
		whole := watched(t, encoding, 3, 20)
		for n := range len(whole) + 1 {
			c := body(encoding, whole[:n]).configMaps(t, encoding, nil)
			got, want := drainWatch(t, c.wire), drainWatch(t, c.peer)
			if n == len(whole) && len(got) != 4 {
				t.Fatalf("%d events, want 4", len(got))
			}
			if !slices.EqualFunc(got, want, sameEvent) {
				t.Fatalf("%s cut at byte %d: %d events, client-go has %d", encoding, n, len(got), len(want))
			}
		}
	}
}

// A list that breaks off is never taken for a whole one.
func TestListCutAtEveryByte(t *testing.T) {
	for _, encoding := range encodings {
		whole := bytes.TrimRight(listed(t, encoding, 3, 20), "\n")
		if encoding == asProtobuf {
			whole = withoutTrailer(whole)
		}
		for n := range len(whole) {
			items, err := drainList(t, body(encoding, whole[:n]).configMaps(t, encoding, nil).wire)
			if err == nil {
				t.Fatalf("%s cut at byte %d of %d: no error, %d items", encoding, n, len(whole), len(items))
			}
		}
		items, err := drainList(t, body(encoding, whole).configMaps(t, encoding, nil).wire)
		if err != nil || len(items) != 3 {
			t.Fatalf("%s: %d items, %v", encoding, len(items), err)
		}
	}
}

// withoutTrailer cuts off the fields behind the list in the envelope, which a message
// may as well do without.
func withoutTrailer(list []byte) []byte {
	return bytes.TrimSuffix(list, []byte("\x1a\x00\x22\x00"))
}

func sameEvent(a, b watch.Event) bool {
	if a.Type != b.Type {
		return false
	}
	if a.Type == watch.Error {
		ours, theirs := apierrors.FromObject(a.Object), apierrors.FromObject(b.Object)
		return apierrors.ReasonForError(ours) == apierrors.ReasonForError(theirs)
	}
	return accessor(a.Object).GetResourceVersion() == accessor(b.Object).GetResourceVersion()
}

// A frame that is none is an error at its place, the last event, with the Status that
// client-go gives.
func TestWatchWithABrokenFrame(t *testing.T) {
	broken := map[string][]byte{
		asProtobuf: append(binary.BigEndian.AppendUint32(nil, 5), "\xffabcd"...),
		asJSON:     []byte(`{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","data":7}}`),
	}
	for _, encoding := range encodings {
		whole := watched(t, encoding, 2, 20)
		stream := slices.Concat(whole, broken[encoding], whole)
		c := body(encoding, stream).configMaps(t, encoding, nil)
		got, want := drainWatch(t, c.wire), drainWatch(t, c.peer)
		if len(got) != 4 || !slices.EqualFunc(got, want, sameEvent) {
			t.Fatalf("%s: %d events, client-go has %d", encoding, len(got), len(want))
		}
		ours, theirs := got[3].Object.(*metav1.Status), want[3].Object.(*metav1.Status)
		if ours.Code != http.StatusInternalServerError || ours.Code != theirs.Code || ours.Reason != theirs.Reason {
			t.Errorf("%s: status %+v, client-go has %+v", encoding, ours, theirs)
		}
	}
}

// Whatever the content of an event, it is what client-go makes of it.
func TestEventsOfEveryShapeEqualClientGos(t *testing.T) {
	const object = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"5"}}`
	const status = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}`
	for _, events := range []string{
		`{"type":"ADDED","object":` + object + `}`,
		" \n{ \"object\" : " + object + ", \"other\":[1,{\"a\":\"}\"}], \"type\" : \"MODIFIED\" }\r\n\t",
		`{"type":"DELETED","object":` + object + `,"more":{"a":{}}}{"type":"ADDED","object":` + object + `}`,
		`{"type":"ERROR","object":` + status + `}`,
		`{"type":"ADDED","object":` + status + `}`,
		`{"type":"ERROR","object":` + object + `}`,
		`{"type":"BOOKMARK","object":` + object + `}`,
		`{"type":"OTHER","object":` + object + `}`,
		`{"type":"ADDED","object":null}`, `{"type":"ADDED"}`, `{}`, `[]`, `7`, `null`, `}`, `{"type":"ADDED","object":[]}`,
		`{"type":"ADDED","object":{"kind":"ConfigMap"}}`, `{"type":"ADDED","object":{"apiVersion":"v1"}}`,
		`{"Type":"ADDED","Object":` + object + `}`, `{"type":"ADDED","type":"DELETED","object":` + object + `}`,
		`{"type":"ADD\u0045D","object":` + object + `}`,
	} {
		c := body(asJSON, []byte(events)).configMaps(t, asJSON, nil)
		got, want := drainWatch(t, c.wire), drainWatch(t, c.peer)
		if len(got) != len(want) {
			t.Errorf("%s: %d events, client-go has %d", events, len(got), len(want))
			continue
		}
		for i := range want {
			if got[i].Type != watch.Error || want[i].Object.GetObjectKind().GroupVersionKind().Kind == "Status" {
				equal(t, got[i], want[i])
			} else if !sameEvent(got[i], want[i]) {
				t.Errorf("%s: %v, client-go has %v", events, got[i], want[i])
			}
		}
	}
}

// An object of another kind is handed over as what it is not, so that a reflector logs,
// counts and skips it and the watch goes on (kubernetes-sigs/controller-runtime#2591).
func TestObjectOfAnotherKind(t *testing.T) {
	const other = `{"type":"ADDED","object":{"kind":"Unheard","apiVersion":"v1"}}`
	f := body(asJSON, slices.Concat(jsonEvent(t, 1, 5), []byte(other), jsonEvent(t, 2, 5)))
	events := drainWatch(t, f.configMaps(t, asJSON, nil).wire)
	if len(events) != 3 {
		t.Fatalf("%d events, want 3", len(events))
	}
	if u, ok := events[1].Object.(*runtime.Unknown); !ok || u.Kind != "Unheard" || u.APIVersion != "v1" || len(u.Raw) == 0 {
		t.Errorf("the foreign object is %#v", events[1].Object)
	}
	c := f.server().dynamic(t, workload.ConfigMaps, nil)
	got, want := drainWatch(t, c.wire), drainWatch(t, c.peer)
	equal(t, got, want)
	stream := watched(t, asProtobuf, 2, 20)
	stream = bytes.Replace(stream, []byte("ConfigMap"), []byte("ConfigMaq"), 1)
	events = drainWatch(t, body(asProtobuf, stream).configMaps(t, asProtobuf, nil).wire)
	if len(events) != 3 || events[0].Object.(*runtime.Unknown).Kind != "ConfigMaq" {
		t.Errorf("protobuf: %d events", len(events))
	}
}

// A length that nobody can mean, and an object without end, are refused by name.
func TestTooLarge(t *testing.T) {
	small := func(o *wire.Options) { o.MaxObject = 2000 }
	large := []byte(`{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"` + strings.Repeat("b", 5000) + `"}}}`)
	for name, c := range map[string]cell{
		"protobuf": body(asProtobuf, binary.BigEndian.AppendUint32(nil, 2001)).configMaps(t, asProtobuf, small),
		"json":     body(asJSON, large).configMaps(t, asJSON, small),
		"endless":  body(asJSON, large[:4000]).configMaps(t, asJSON, small),
	} {
		events := drainWatch(t, c.wire)
		if len(events) != 1 || events[0].Type != watch.Error {
			t.Fatalf("%s: %v", name, events)
		}
		if m := events[0].Object.(*metav1.Status).Message; !strings.Contains(m, "MaxObject") {
			t.Errorf("%s: the message does not say what to do: %s", name, m)
		}
	}
	for _, encoding := range encodings {
		c := body(encoding, listed(t, encoding, 2, 3000)).configMaps(t, encoding, small)
		if _, err := drainList(t, c.wire); !errors.Is(err, wire.ErrTooLarge) {
			t.Errorf("%s: %v", encoding, err)
		}
	}
}

// A proxy's page is neither encoding.
func TestAnswerOfSomethingElse(t *testing.T) {
	page := []byte("<html><body>Please log in</body></html>")
	c := body("text/html", page).configMaps(t, asProtobuf, nil)
	if _, err := drainList(t, c.wire); err == nil || !strings.Contains(err.Error(), "<html>") {
		t.Errorf("the list's error is %v", err)
	}
	events := drainWatch(t, c.wire)
	if len(events) != 1 || events[0].Type != watch.Error || !strings.Contains(events[0].Object.(*metav1.Status).Message, "<html>") {
		t.Errorf("the watch brought %v", events)
	}
}
