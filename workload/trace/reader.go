package trace

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"iter"

	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// Reader reads a trace record by record. It holds one block in memory, packed and
// unpacked: two MiB as a rule, 2*MaxBlock at most, and the decoder's own. It is not safe for concurrent use.
type Reader struct {
	in      *unpacker
	codec   *codec
	header  Header
	summary Summary
	whole   bool
	block   []byte // what is left of the block
	start   int64  // offset of the block in the file
	record  int64  // number of the next record
	sum     uint64 // CRC-64 of the records that were read
	err     error  // sticky
}

// NewReader reads the header of a trace. It returns a *DamageError when r holds
// no whole header, and an error that names the version when it is another one. It reads
// in large pieces and needs no buffer below it.
func NewReader(r io.Reader) (*Reader, error) {
	u, err := newUnpacker(r)
	if err != nil {
		return nil, err
	}
	t := &Reader{in: u}
	if err := t.readOpening(); err != nil {
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
		return nil, &DamageError{Offset: t.start, Err: err}
	}
	t.record++
	t.codec = newCodec(t.header.Resources)
	return t, nil
}

func (t *Reader) readOpening() error {
	found := make([]byte, len(opening))
	n, err := t.in.read(found)
	if version, ok := oldVersion(found[:n]); ok {
		return fmt.Errorf("a trace of format version %q: this program reads %q: make it again with benchgen generate and the flags that made it", version, formatVersion)
	}
	// What begins otherwise is no trace, however short it is; it is not called a damaged one.
	prefix := len(opening) - len(formatVersion)
	if begin := found[:min(n, prefix)]; string(begin) != opening[:len(begin)] {
		return notTrace(begin)
	}
	if err != nil {
		return &DamageError{Err: err}
	}
	if string(found) != opening {
		return fmt.Errorf("a trace of format version %q: this program reads %q: use the program that wrote it", found[prefix:], formatVersion)
	}
	return nil
}

// notTrace says of a file that begins so what may be done with it.
func notTrace(begin []byte) error {
	if begin[0] == '{' {
		return errors.New("not a trace: the file begins as JSON does: of the lines that benchgen trace export writes, benchgen trace import makes a trace")
	}
	return errors.New("not a trace: the file does not begin as those that benchgen generate and benchgen record write")
}

// oldVersion tells a trace from before version 2, which began with the bare name.
func oldVersion(found []byte) (string, bool) {
	n := len(formatName)
	if len(found) > n && string(found[:n]) == formatName {
		return string(found[n : n+1]), true
	}
	return "", false
}

// Header returns what the trace holds and was made from.
func (t *Reader) Header() Header { return t.header }

// Summary returns what the end record says; false before NextRecord has returned io.EOF.
func (t *Reader) Summary() (Summary, bool) { return t.summary, t.whole }

// NextRecord returns the next record, io.EOF after the end record of a whole trace, or
// a *DamageError that names the record and its block's offset; it wraps ErrCut when the
// trace stops before its end record. After an error NextRecord returns it again.
func (t *Reader) NextRecord() (Record, error) {
	if t.err != nil {
		return Record{}, t.err
	}
	r, err := t.event()
	if err != nil && err != io.EOF {
		err = &DamageError{Offset: t.start, Record: t.record, Err: err}
	}
	t.err = err
	t.record++
	return r, err
}

// Next is NextRecord for readers that need no times: it leaves bookmarks out.
func (t *Reader) Next() (workload.Event, error) {
	for {
		r, err := t.NextRecord()
		if err != nil || r.Type != watch.Bookmark {
			return r.Event, err
		}
	}
}

// All iterates over what Next returns; the last pair holds the error if there is one.
func (t *Reader) All() iter.Seq2[workload.Event, error] { return all(t.Next) }

// Records iterates over what NextRecord returns; the last pair holds the error if there is one.
func (t *Reader) Records() iter.Seq2[Record, error] { return all(t.NextRecord) }

func all[T any](next func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			v, err := next()
			if err == io.EOF || !yield(v, err) || err != nil {
				return
			}
		}
	}
}

func (t *Reader) event() (Record, error) {
	before := t.sum
	kind, payload, err := t.next()
	if err != nil {
		return Record{}, err
	}
	switch kind {
	case eventRecord:
		return t.decode(payload)
	case endRecord:
		return Record{}, t.end(payload, before)
	default:
		return Record{}, fmt.Errorf("unknown type of record %q", kind)
	}
}

func (t *Reader) decode(payload []byte) (Record, error) {
	m, err := parseMessage(payload)
	if err != nil {
		return Record{}, err
	}
	if m.resource >= len(t.codec.kinds) {
		return Record{}, fmt.Errorf("resource %d of the %d in the header", m.resource, len(t.codec.kinds))
	}
	kind := t.codec.kinds[m.resource]
	object, err := kind.decode(t.codec, m.object)
	if err != nil {
		return Record{}, err
	}
	return Record{Event: workload.Event{Resource: kind.Resource, Type: m.kind, Object: object}, Offset: m.offset, Phase: m.phase, Gap: m.gap}, nil
}

// end checks the end record; io.EOF says that the trace is whole.
func (t *Reader) end(payload []byte, sum uint64) error {
	if len(payload) < endNumbers {
		return fmt.Errorf("an end record of %d bytes", len(payload))
	}
	if count := binary.BigEndian.Uint64(payload); count != uint64(t.record-1) {
		return fmt.Errorf("%d records where the end record counts %d", t.record-1, count)
	}
	if binary.BigEndian.Uint64(payload[8:]) != sum {
		return errors.New("the checksum of the whole trace differs")
	}
	var summary Summary
	if err := json.Unmarshal(payload[endNumbers:], &summary); err != nil {
		return fmt.Errorf("the end record's summary: %w", err)
	}
	var after [1]byte
	if n, err := t.in.read(after[:]); len(t.block) > 0 || n > 0 {
		return errors.New("there are bytes after the end record")
	} else if !errors.Is(err, ErrCut) {
		return err
	}
	t.summary, t.whole = summary, true
	t.summary.Records = t.record - 1
	return io.EOF
}

// next reads one record. The payload is valid until the next call.
func (t *Reader) next() (kind byte, payload []byte, err error) {
	if len(t.block) == 0 {
		t.start = t.in.offset
		if t.block, err = t.in.next(); err == io.EOF {
			err = ErrCut
		}
		if err != nil {
			return 0, nil, err
		}
	}
	length, n := binary.Uvarint(t.block[1:])
	if n <= 0 {
		return 0, nil, errors.New("a length that does not end")
	}
	head := 1 + n
	if length > MaxRecord || length > uint64(len(t.block)-head) {
		return 0, nil, fmt.Errorf("a record of %d bytes: %d are left in its block, allowed are up to %d", length, len(t.block)-head, MaxRecord)
	}
	whole := t.block[:head+int(length)]
	t.block = t.block[len(whole):]
	t.sum = crc64.Update(t.sum, ecma, whole)
	return whole[0], whole[head:], nil
}
