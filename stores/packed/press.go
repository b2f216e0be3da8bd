package packed

import "github.com/klauspost/compress/zstd"

// press makes records by one book. It never changes, and may be used by many at once.
type press struct {
	book       *book
	dictionary dictionary
	effort     effort
	encoder    *zstd.Encoder
}

func newPress(k *kind, d dictionary) (*press, error) {
	b, err := newBook(k, d)
	if err != nil {
		return nil, err
	}
	encoder, err := newEncoder(d, k.effort, 1)
	if err != nil {
		return nil, err
	}
	return &press{b, d, k.effort, encoder}, nil
}

// newEncoder returns an encoder for so many callers at once; more wait. Its memory comes with the
// first object.
func newEncoder(d dictionary, e effort, callers int) (*zstd.Encoder, error) {
	options := []zstd.EOption{
		zstd.WithEncoderLevel(e.level),
		zstd.WithWindowSize(e.window()),
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
	encoder, err := newEncoder(p.dictionary, p.effort, callers)
	return &press{p.book, p.dictionary, p.effort, encoder}, err
}

// leastCompressed is how many bytes are compressed at least: zstd's headers take half of that.
const leastCompressed = 24

// record makes a record of an object's bytes, which it does not keep.
func (p *press) record(plain []byte, rv string, versioned bool) *record {
	scratch := takeScratch()
	defer scratch.give()
	data := scratch.bytes[:0]
	if len(plain) >= leastCompressed {
		data = appendHeader(data, rv, versioned, true)
		header := len(data)
		data = p.encoder.EncodeAll(plain, data)
		scratch.bytes = data
		if len(data)-header < len(plain) {
			return &record{data: string(data), book: p.book}
		}
	}
	data = append(appendHeader(data[:0], rv, versioned, false), plain...)
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
