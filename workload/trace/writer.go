package trace

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"time"

	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// Writer writes a trace. Nothing reads as a whole trace before Close has
// returned without an error; what was flushed before reads as a trace that was cut short.
// It holds about two blocks in memory. A Writer is not safe for concurrent use.
type Writer struct {
	out     io.Writer
	packer  *packer
	codec   *codec
	phase   Phase // of events without one
	block   bytes.Buffer
	object  bytes.Buffer // the last one, encoded
	message []byte       // the last one
	summary Summary
	sum     uint64        // CRC-64 of the records
	last    time.Duration // offset of the last record
	written int64
	err     error // the first one: nothing is written after it
	closed  bool
}

// NewWriter begins a trace on w with its header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h = h.withDefaults()
	if err := h.validate(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("trace header: %w", err)
	}
	p, err := newPacker()
	if err != nil {
		return nil, err
	}
	t := &Writer{out: w, packer: p, codec: newCodec(h.Resources)}
	if h.Kind == Stream {
		t.phase = Watched
	}
	t.write([]byte(opening))
	t.record(headerRecord, data)
	return t, t.Flush()
}

// Write appends one event of a stream, or one object of a population as an Added event.
func (t *Writer) Write(e workload.Event) error {
	return t.WriteRecord(Record{Event: e, Offset: t.last, Phase: t.phase})
}

// WriteRecord appends one record. Its offset must not be smaller than that of the record before.
func (t *Writer) WriteRecord(r Record) error {
	if t.closed {
		return errors.New("trace: write after close")
	}
	if t.err == nil {
		t.err = t.event(r)
	}
	return t.err
}

func (t *Writer) event(r Record) error {
	kind, index, err := t.codec.find(r.Resource)
	if err != nil {
		return err
	}
	if err := checkRecord(r, t.last); err != nil {
		return err
	}
	t.object.Reset()
	if err := kind.encode(t.codec, &t.object, r.Object); err != nil {
		return err
	}
	m := message{kind: r.Type, object: t.object.Bytes(), offset: r.Offset, phase: r.Phase, resource: index, gap: r.Gap}
	t.message = m.append(t.message[:0])
	if len(t.message) > MaxRecord {
		return fmt.Errorf("an object of %d bytes: a trace holds objects up to %d", len(t.message), MaxRecord)
	}
	t.record(eventRecord, t.message)
	t.summary.Records++
	t.last = r.Offset
	if t.block.Len() >= blockSize {
		return t.flush()
	}
	return nil
}

func checkRecord(r Record, last time.Duration) error {
	if r.Offset < last {
		return fmt.Errorf("offset %v after offset %v: offsets never fall in a trace", r.Offset, last)
	}
	switch bookmark := r.Type == watch.Bookmark; {
	case bookmark != (r.Phase == Bookmark):
		return fmt.Errorf("a %q event of phase %s: bookmarks, and only they, have the phase of bookmarks", r.Type, r.Phase)
	case r.Phase == Listed && r.Type != watch.Added:
		return fmt.Errorf("a %q event of phase %s: a first list only adds", r.Type, r.Phase)
	case r.Gap != 0 && !bookmark:
		return fmt.Errorf("a %q event with a gap: only bookmarks tell of gaps", r.Type)
	}
	if err := checkGap(r.Gap, r.Offset); err != nil {
		return err
	}
	_, err := parseType([]byte(r.Type))
	return err
}

// SetSummary says what Close writes into the end record, beside the count of records.
func (t *Writer) SetSummary(s Summary) {
	s.Records = t.summary.Records
	t.summary = s
}

// Flush writes what has come so far, so that it can be read even if nothing follows. Each
// call ends a block: many small ones make a trace larger.
func (t *Writer) Flush() error {
	if t.err == nil {
		t.err = t.flush()
	}
	return t.err
}

func (t *Writer) flush() error {
	if t.block.Len() == 0 {
		return nil
	}
	t.write(t.packer.pack(t.block.Bytes()))
	t.block.Reset()
	return t.err
}

// Written returns the bytes that were given to the io.Writer so far.
func (t *Writer) Written() int64 { return t.written }

// Close writes the end record, which makes the trace whole, unless an earlier
// call failed. It does not close the io.Writer.
func (t *Writer) Close() error {
	if t.closed || t.err != nil {
		return t.err
	}
	t.closed = true
	data, err := json.Marshal(t.summary)
	if err != nil {
		t.err = err
		return err
	}
	end := binary.BigEndian.AppendUint64(make([]byte, 0, endNumbers+len(data)), uint64(t.summary.Records))
	end = binary.BigEndian.AppendUint64(end, t.sum)
	t.record(endRecord, append(end, data...))
	return t.Flush()
}

// record appends to the block.
func (t *Writer) record(kind byte, payload []byte) {
	start := t.block.Len()
	t.block.Write(binary.AppendUvarint([]byte{kind}, uint64(len(payload))))
	t.block.Write(payload)
	t.sum = crc64.Update(t.sum, ecma, t.block.Bytes()[start:])
}

func (t *Writer) write(b []byte) {
	if t.err != nil {
		return
	}
	var n int
	n, t.err = t.out.Write(b)
	t.written += int64(n)
}
