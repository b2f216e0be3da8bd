package trace

import (
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"
)

// The opening of a trace: a frame that zstd skips, with the name of the format and
// its version.
const (
	formatName    = "ibtrace"
	formatVersion = "2"
	opening       = "\x50\x2a\x4d\x18" + "\x08\x00\x00\x00" + formatName + formatVersion
)

// MaxRecord is the largest payload of a record in bytes. etcd refuses objects of
// more than 1.5 MiB, so a longer record is damage, and the reader must not
// allocate whatever a damaged length says.
const MaxRecord = 4 << 20

// blockSize is the content after which a block is written. Larger blocks would
// hardly get smaller packed: objects of one kind resemble their neighbours.
const blockSize = 1 << 20

// recordHead is the most that the head of a record takes: type and length.
const recordHead = 1 + 5

// MaxBlock is the largest content of a block: one that was just under blockSize, and the
// largest record. A Reader needs about twice as much.
const MaxBlock = blockSize + MaxRecord + recordHead

// Types of records.
const (
	headerRecord byte = 'H'
	eventRecord  byte = 'e'
	endRecord    byte = 'Z'
)

// endNumbers is the length of the numbers in an end record, before its JSON: the count
// of event records and the CRC-64 of all records before it, both big-endian.
const endNumbers = 16

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	ecma       = crc64.MakeTable(crc64.ECMA)
)

// ErrCut is what a DamageError wraps when the trace ends before its end record.
var ErrCut = errors.New("the trace was cut short: it ends without its end record")

// DamageError says where a trace is damaged. Everything before Record was read.
type DamageError struct {
	Offset int64 // of the damaged block in the file, in bytes
	Record int64 // the first that cannot be read: 0 is the header, 1 the first event
	Err    error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("damaged trace: record %d in the block at byte %d: %v", e.Record, e.Offset, e.Err)
}

// Unwrap returns what is wrong with the record.
func (e *DamageError) Unwrap() error { return e.Err }
