package wire_test

import (
	"bytes"
	"net/http"
	"testing"

	"informerbench/wire"
)

// FuzzWatch: whatever a server sends, the watch ends, every event has a type and an
// object, and more decoders bring the same.
func FuzzWatch(f *testing.F) {
	for _, encoding := range encodings {
		f.Add(watched(f, encoding, 2, 5))
	}
	f.Add([]byte(`{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","code":410}}`))
	f.Add([]byte("\x00\x00\x00\x05\x0a\x03abc"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		one := drainWatch(t, body(asJSON, stream).configMaps(t, asProtobuf, decoders(1)).wire)
		many := drainWatch(t, body(asJSON, stream).configMaps(t, asProtobuf, decoders(4)).wire)
		if len(one) != len(many) {
			t.Fatalf("%d events with one decoder, %d with four", len(one), len(many))
		}
		for i, e := range one {
			if e.Object == nil || e.Type == "" {
				t.Fatalf("event %d is %+v", i, e)
			}
			equal(t, many[i], e)
		}
	})
}

// FuzzList: whatever a server sends, the list ends, with or without an error, and more
// decoders bring the same items.
func FuzzList(f *testing.F) {
	for _, encoding := range encodings {
		f.Add(listed(f, encoding, 2, 5))
	}
	f.Add([]byte(`{"items":[],"kind":"ConfigMapList","apiVersion":"v1"}`))
	f.Add([]byte("k8s\x00\x12\x02\x12\x00"))
	f.Fuzz(func(t *testing.T, list []byte) {
		one, err := drainList(t, body(asJSON, list).configMaps(t, asProtobuf, decoders(1)).wire)
		many, manyErr := drainList(t, body(asJSON, list).configMaps(t, asProtobuf, decoders(4)).wire)
		if (err == nil) != (manyErr == nil) {
			t.Fatalf("one decoder: %v, four: %v", err, manyErr)
		}
		if err == nil {
			equal(t, many, one)
		}
	})
}

// FuzzPieces: how a stream is cut into reads makes no difference.
func FuzzPieces(f *testing.F) {
	for _, encoding := range encodings {
		f.Add(watched(f, encoding, 2, 5), 1)
		f.Add(watched(f, encoding, 2, 40_000), 1000)
	}
	f.Fuzz(func(t *testing.T, stream []byte, size int) {
		if size < 1 {
			t.Skip()
		}
		pieces := transport(func(r *http.Request) (*http.Response, error) {
			return answer(r, asJSON, piece{bytes.NewReader(stream), size}), nil
		})
		want := drainWatch(t, body(asJSON, stream).configMaps(t, asProtobuf, nil).wire)
		equal(t, drainWatch(t, pieces.configMaps(t, asProtobuf, nil).wire), want)
	})
}

func decoders(n int) func(*wire.Options) { return func(o *wire.Options) { o.Decoders = n } }

// piece reads at most size bytes at once.
type piece struct {
	*bytes.Reader
	size int
}

func (p piece) Read(b []byte) (int, error) { return p.Reader.Read(b[:min(len(b), p.size)]) }
