package trace

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"
	"io"
	"iter"

	"informerbench/workload"
)

// Reader reads a trace record by record. It is not safe for concurrent use.
type Reader struct {
	in     *bufio.Reader
	codec  codec
	header Header
	buf    []byte // the last record's payload
	offset int64  // of the next byte
	record int64  // number of the next record
	sum    uint64 // CRC-64 of what was read
	err    error  // sticky
}

// NewReader reads the header of a trace. It returns a *DamageError when r holds
// no whole header, and an error that names the version when it is another one.
func NewReader(r io.Reader) (*Reader, error) {
	t := &Reader{in: bufio.NewReaderSize(r, 1<<16), codec: newCodec()}
	if err := t.readMagic(); err != nil {
		return nil, err
	}
	kind, payload, err := t.next()
	if err == nil && kind != headerRecord {
		err = errors.New("no header record")
	}
	if err == nil {
		err = json.Unmarshal(payload, &t.header)
	}
	if err == nil {
		err = t.header.validate()
	}
	if err != nil {
		return nil, &DamageError{Offset: int64(len(magic)), Err: err}
	}
	t.record++
	return t, nil
}

func (t *Reader) readMagic() error {
	found := make([]byte, len(magic))
	if err := t.read(found); err != nil {
		return &DamageError{Err: err}
	}
	prefix := len(magic) - 1
	if string(found[:prefix]) != magic[:prefix] {
		return errors.New("not a trace: the file does not begin with " + magic[:prefix])
	}
	if string(found) != magic {
		return fmt.Errorf("a trace of format version %q: this program reads %q", found[prefix:], magic[prefix:])
	}
	return nil
}

// Header returns what the trace was made from.
func (t *Reader) Header() Header { return t.header }

// Next returns the next event, io.EOF after the end record of a whole trace, or
// a *DamageError that names the record and its offset; it wraps ErrCut when the
// trace stops before its end record. After an error Next returns it again.
func (t *Reader) Next() (workload.Event, error) {
	if t.err != nil {
		return workload.Event{}, t.err
	}
	start := t.offset
	e, err := t.event()
	if err != nil && err != io.EOF {
		err = &DamageError{Offset: start, Record: t.record, Err: err}
	}
	t.err = err
	t.record++
	return e, err
}

// All iterates over the events; the last pair holds the error if there is one.
func (t *Reader) All() iter.Seq2[workload.Event, error] {
	return func(yield func(workload.Event, error) bool) {
		for {
			e, err := t.Next()
			if err == io.EOF || !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func (t *Reader) event() (workload.Event, error) {
	before := t.sum
	kind, payload, err := t.next()
	if err != nil {
		return workload.Event{}, err
	}
	switch kind {
	case eventRecord:
		return t.codec.decode(payload)
	case endRecord:
		return workload.Event{}, t.end(payload, before)
	default:
		return workload.Event{}, fmt.Errorf("unknown type of record %q", kind)
	}
}

// end checks the end record; io.EOF says that the trace is whole.
func (t *Reader) end(payload []byte, sum uint64) error {
	if len(payload) != endPayload {
		return fmt.Errorf("an end record of %d bytes", len(payload))
	}
	if count := binary.BigEndian.Uint64(payload); count != uint64(t.record-1) {
		return fmt.Errorf("%d events where the end record counts %d", t.record-1, count)
	}
	if binary.BigEndian.Uint64(payload[8:]) != sum {
		return errors.New("the checksum of the whole trace differs")
	}
	if _, err := t.in.ReadByte(); err != io.EOF {
		return errors.New("there are bytes after the end record")
	}
	return io.EOF
}

// next reads one record and checks its checksum. The payload is valid until the
// next call.
func (t *Reader) next() (kind byte, payload []byte, err error) {
	head, err := t.head()
	if err != nil {
		return 0, nil, err
	}
	length, _ := binary.Uvarint(head[1:])
	if length > MaxRecord {
		return 0, nil, fmt.Errorf("a length of %d bytes: allowed are up to %d", length, MaxRecord)
	}
	if uint64(cap(t.buf)) < length {
		t.buf = make([]byte, length)
	}
	payload = t.buf[:length]
	var sum [4]byte
	if err := t.read(payload); err != nil {
		return 0, nil, err
	}
	if err := t.read(sum[:]); err != nil {
		return 0, nil, err
	}
	if binary.BigEndian.Uint32(sum[:]) != crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, payload) {
		return 0, nil, errors.New("the checksum of the record differs")
	}
	return head[0], payload, nil
}

// head reads a record's type and the bytes of its length.
func (t *Reader) head() ([]byte, error) {
	head := make([]byte, 0, 1+binary.MaxVarintLen64)
	for len(head) < 2 || head[len(head)-1]&0x80 != 0 {
		if len(head) == cap(head) {
			return nil, errors.New("a length that does not end")
		}
		head = head[:len(head)+1]
		if err := t.read(head[len(head)-1:]); err != nil {
			return nil, err
		}
	}
	return head, nil
}

func (t *Reader) read(b []byte) error {
	n, err := io.ReadFull(t.in, b)
	t.offset += int64(n)
	t.sum = crc64.Update(t.sum, ecma, b[:n])
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrCut
	}
	return err
}
