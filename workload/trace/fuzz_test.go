package trace_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// FuzzReader: no input makes the reader panic, and what it calls whole was
// written by a Writer, so it says the same when it is read again.
func FuzzReader(f *testing.F) {
	whole := tiny(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(recording(f, 3))
	f.Add([]byte("ibtrace1H\x02{}"))
	f.Fuzz(readTwice)
}

// FuzzContent goes behind the checksums: the input is what a block holds.
func FuzzContent(f *testing.F) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		f.Fatal(err)
	}
	defer z.Close()
	for _, file := range [][]byte{tiny(f), recording(f, 3)} {
		content, err := z.DecodeAll(file, nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	opening := tiny(f)[:16]
	f.Fuzz(func(t *testing.T, content []byte) { readTwice(t, append(bytes.Clone(opening), block(t, content)...)) })
}

func readTwice(t *testing.T, in []byte) {
	n, err := drain(bytes.NewReader(in))
	if err == nil {
		t.Fatal("a trace without an end")
	}
	again, second := drain(oneByte{bytes.NewReader(in)})
	if n != again || (err == io.EOF) != (second == io.EOF) {
		t.Fatalf("%d events and %v, then %d and %v", n, err, again, second)
	}
}

// encoder is dear to make; EncodeAll is safe for concurrent use.
var encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
})

// block makes a block as the package comment describes it.
func block(t testing.TB, content []byte) []byte {
	z, err := encoder()
	if err != nil {
		t.Fatal(err)
	}
	return blockSaying(z.EncodeAll(content, nil), len(content))
}

// blockSaying makes a block whose head says so many bytes of content.
func blockSaying(packed []byte, content int) []byte {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	head := []byte("\x51\x2a\x4d\x18\x10\x00\x00\x00")
	head = binary.LittleEndian.AppendUint32(head, uint32(len(packed)))
	head = binary.LittleEndian.AppendUint32(head, uint32(content))
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(packed, castagnoli))
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	return append(head, packed...)
}

// oneByte gives a byte at a time, as a slow pipe does.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(b []byte) (int, error) { return o.r.Read(b[:min(1, len(b))]) }
