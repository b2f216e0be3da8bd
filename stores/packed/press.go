package packed

import (
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// press makes records by one book. It never changes, and may be used by many at once.
type press struct {
	book       *book
	dictionary dictionary
	encoder    *zstd.Encoder
}

// level was chosen by measurement, see README.md.
const level = zstd.SpeedFastest

// window is how far back an encoder looks: over a dictionary and the objects of nearly all
// kinds. It decides how much memory an encoder takes, together with the level: about 1 MB.
const window = 256 << 10

func newPress(coding Coding, d dictionary, books *atomic.Int64) (*press, error) {
	b, err := newBook(coding, d, books)
	if err != nil {
		return nil, err
	}
	encoder, err := newEncoder(d, 1)
	if err != nil {
		return nil, err
	}
	return &press{b, d, encoder}, nil
}

// newEncoder returns an encoder for so many callers at once; more wait.
func newEncoder(d dictionary, callers int) (*zstd.Encoder, error) {
	options := []zstd.EOption{
		zstd.WithEncoderLevel(level),
		zstd.WithWindowSize(window),
		zstd.WithEncoderConcurrency(callers),
		zstd.WithLowerEncoderMem(true),
		zstd.WithSingleSegment(true), // the size of the object is in the header, and the window is not
		// No checksum: it would find memory that was overwritten, and nothing else.
		zstd.WithEncoderCRC(false),
	}
	switch {
	case d.trained:
		options = append(options, zstd.WithEncoderDict(d.bytes))
	case d.bytes != nil:
		options = append(options, zstd.WithEncoderDictRaw(dictionaryID, d.bytes))
	}
	// Without a writer it starts no goroutine, and need not be closed.
	return zstd.NewWriter(nil, options...)
}

// wide is the same press with an encoder for many callers.
func (p *press) wide(callers int) (*press, error) {
	encoder, err := newEncoder(p.dictionary, callers)
	return &press{p.book, p.dictionary, encoder}, err
}

// record makes a record of an object's bytes, which it does not keep.
func (p *press) record(plain []byte, rv string, versioned bool) *record {
	scratch := takeScratch()
	defer scratch.give()
	data := appendHeader(scratch.bytes[:0], rv, versioned, true)
	header := len(data)
	data = p.encoder.EncodeAll(plain, data)
	if len(data)-header >= len(plain) {
		data = append(appendHeader(data[:0], rv, versioned, false), plain...)
	}
	scratch.bytes = data
	return &record{data: string(data), book: p.book}
}

// weigh is how many bytes the samples take.
func (p *press) weigh(samples [][]byte) (total int) {
	var into []byte
	for _, plain := range samples {
		into = p.encoder.EncodeAll(plain, into[:0])
		total += min(len(into), len(plain))
	}
	return total
}
