package trace

import (
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"

	"informerbench/workload"
)

// magic opens every trace; its last byte but one is the version of the format.
const magic = "ibtrace1"

// MaxRecord is the largest payload of a record in bytes. etcd refuses objects of
// more than 1.5 MiB, so a longer record is damage, and the reader must not
// allocate whatever a damaged length says.
const MaxRecord = 4 << 20

// Types of records.
const (
	headerRecord byte = 'H'
	eventRecord  byte = 'e'
	endRecord    byte = 'Z'
)

// endPayload is the length of the end record's payload: the count of event
// records and the CRC-64 of all bytes before the end record, both big-endian.
const endPayload = 16

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	ecma       = crc64.MakeTable(crc64.ECMA)
)

// Kind says what a trace holds.
type Kind string

// The kinds of traces.
const (
	// Population traces hold the objects of a population, as Added events.
	Population Kind = "population"
	// Stream traces hold events that follow a population.
	Stream Kind = "stream"
)

// Header says what a trace was made from.
type Header struct {
	Kind Kind `json:"kind"`
	// Config generated the population, or the one that the stream follows.
	Config workload.Config `json:"config"`
	// Mix and StreamSeed are those of a stream.
	Mix        workload.Mix `json:"mix,omitempty"`
	StreamSeed uint64       `json:"streamSeed,omitempty"`
}

func (h Header) validate() error {
	if h.Kind != Population && h.Kind != Stream {
		return fmt.Errorf("unknown kind of trace %q: allowed are %s, %s", h.Kind, Population, Stream)
	}
	return nil
}

// ErrCut is what a DamageError wraps when the trace ends before its end record.
var ErrCut = errors.New("the trace was cut short: it ends without its end record")

// DamageError says where a trace is damaged.
type DamageError struct {
	Offset int64 // of the record that is damaged, in bytes
	Record int64 // 0 is the header, 1 the first event
	Err    error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("damaged trace: record %d at byte %d: %v", e.Record, e.Offset, e.Err)
}

// Unwrap returns what is wrong with the record.
func (e *DamageError) Unwrap() error { return e.Err }
