package trace_test

import (
	"bytes"
	"io"
	"testing"
)

// FuzzReader: no input makes the reader panic, and what it calls whole was
// written by a Writer, so it says the same when it is read again.
func FuzzReader(f *testing.F) {
	whole := tiny(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("ibtrace1H\x02{}"))
	f.Fuzz(func(t *testing.T, in []byte) {
		n, err := drain(bytes.NewReader(in))
		if err == nil {
			t.Fatal("a trace without an end")
		}
		again, second := drain(oneByte{bytes.NewReader(in)})
		if n != again || (err == io.EOF) != (second == io.EOF) {
			t.Fatalf("%d events and %v, then %d and %v", n, err, again, second)
		}
	})
}

// oneByte gives a byte at a time, as a slow pipe does.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(b []byte) (int, error) { return o.r.Read(b[:min(1, len(b))]) }
