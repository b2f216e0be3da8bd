package trace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"
	"io"

	"informerbench/workload"
)

// Writer writes a trace. Nothing reads as a whole trace before Close has
// returned without an error. A Writer is not safe for concurrent use.
type Writer struct {
	out    *bufio.Writer
	codec  codec
	buf    bytes.Buffer // one record's payload
	count  uint64
	sum    uint64 // CRC-64 of what was written
	err    error  // the first one: nothing is written after it
	closed bool
}

// NewWriter begins a trace on w with its header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if err := h.validate(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("trace header: %w", err)
	}
	t := &Writer{out: bufio.NewWriterSize(w, 1<<16), codec: newCodec()}
	t.write([]byte(magic))
	t.record(headerRecord, data)
	return t, t.err
}

// Write appends one event, or one object of a population as an Added event.
func (t *Writer) Write(e workload.Event) error {
	if t.closed {
		return errors.New("trace: write after close")
	}
	if t.err != nil {
		return t.err
	}
	t.buf.Reset()
	if err := t.codec.encode(&t.buf, e); err != nil {
		t.err = err
		return err
	}
	if t.buf.Len() > MaxRecord {
		t.err = fmt.Errorf("an object of %d bytes: a trace holds objects up to %d", t.buf.Len(), MaxRecord)
		return t.err
	}
	t.record(eventRecord, t.buf.Bytes())
	t.count++
	return t.err
}

// Close writes the end record, which makes the trace whole, unless an earlier
// call failed. It does not close the io.Writer.
func (t *Writer) Close() error {
	if t.closed || t.err != nil {
		return t.err
	}
	t.closed = true
	end := binary.BigEndian.AppendUint64(make([]byte, 0, endPayload), t.count)
	t.record(endRecord, binary.BigEndian.AppendUint64(end, t.sum))
	if t.err == nil {
		t.err = t.out.Flush()
	}
	return t.err
}

func (t *Writer) record(kind byte, payload []byte) {
	head := binary.AppendUvarint([]byte{kind}, uint64(len(payload)))
	sum := crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, payload)
	t.write(head)
	t.write(payload)
	t.write(binary.BigEndian.AppendUint32(nil, sum))
}

func (t *Writer) write(b []byte) {
	if t.err != nil {
		return
	}
	t.sum = crc64.Update(t.sum, ecma, b)
	_, t.err = t.out.Write(b)
}
