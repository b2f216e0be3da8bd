package packed

import (
	"fmt"
	"reflect"
	"runtime"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// book is what decodes records: the coding of their type, and the dictionary by which they
// were compressed. But for who is idle it never changes, and goes with its last record.
type book struct {
	of         reflect.Type
	coding     Coding
	dictionary dictionary
	// idle are decoders that nobody uses. Each belongs to one call while it is used: decoders that share
	// a trained dictionary write to it (klauspost/compress#1180). Nobody waits for one: who finds
	// none makes one, which takes some ten microseconds and as many kilobytes.
	idle chan *zstd.Decoder
}

// dictionary is what zstd may refer to as if it stood before each object.
type dictionary struct {
	bytes []byte // nil: there is none
	// trained tells that bytes are in zstd's format for dictionaries, with entropy tables;
	// else they are content only.
	trained bool
}

// dictionaryID is the same for all dictionaries: a record knows its book.
const dictionaryID = 1

// newBook counts the book in until it is collected. The count must be an allocation of its own: the
// cleanup keeps it alive, and with it a whole store of which it were a part, and the book.
func newBook(k *kind, d dictionary) (*book, error) {
	first, err := newDecoder(d) // so that a dictionary that cannot be read is refused
	if err != nil {
		return nil, err
	}
	b := &book{k.of, k.coding, d, make(chan *zstd.Decoder, max(4, 2*runtime.GOMAXPROCS(0)))}
	b.idle <- first
	k.books.Add(1)
	runtime.AddCleanup(b, func(books *atomic.Int64) { books.Add(-1) }, k.books)
	return b, nil
}

// newDecoder returns a decoder for one caller.
func newDecoder(d dictionary) (*zstd.Decoder, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1)}
	switch {
	case d.trained:
		options = append(options, zstd.WithDecoderDicts(d.bytes))
	case d.bytes != nil:
		options = append(options, zstd.WithDecoderDictRaw(dictionaryID, d.bytes))
	}
	// Without a reader it starts no goroutine, and need not be closed.
	decoder, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, fmt.Errorf("the dictionary cannot be read: %w", err)
	}
	return decoder, nil
}

// decompress appends what was compressed to into.
func (b *book) decompress(payload string, into []byte) ([]byte, error) {
	var decoder *zstd.Decoder
	select {
	case decoder = <-b.idle:
	default:
		var err error
		if decoder, err = newDecoder(b.dictionary); err != nil {
			return nil, err
		}
	}
	plain, err := decoder.DecodeAll(bytesOf(payload), into)
	select {
	case b.idle <- decoder:
	default: // there are enough
	}
	return plain, err
}

// decode makes the object of a record, and says how many bytes it was encoded in. It panics
// if the bytes are not an object's, which cannot be unless the codec is wrong or memory was
// overwritten: no method of a store could return that as an error.
func (r *record) decode() (obj any, size int) {
	scratch := takeScratch()
	defer scratch.give()
	rv, plain := r.plain(scratch)
	obj, err := r.book.coding.Decode(plain)
	if err != nil {
		panic(fmt.Errorf("packed: an object of version %q does not decode; %T must decode all that it appends: %w", rv, r.book.coding, err))
	}
	return obj, len(plain)
}

// plain returns the bytes that the object was encoded in, which belong to the record or to the scratch, and its
// version. It panics as decode does.
func (r *record) plain(s *scratch) (rv string, plain []byte) {
	rv, _, compressed, payload := r.parts()
	if !compressed {
		return rv, bytesOf(payload)
	}
	plain, err := r.book.decompress(payload, s.bytes[:0])
	if err != nil {
		panic(fmt.Errorf("packed: an object of version %q does not decompress; its %d bytes were overwritten: %w", rv, len(payload), err))
	}
	s.bytes = plain
	return rv, plain
}

// plainSize is how many bytes the object of a record was encoded in.
func (r *record) plainSize() int {
	_, _, compressed, payload := r.parts()
	if !compressed {
		return len(payload)
	}
	var header zstd.Header
	if err := header.Decode(bytesOf(payload)); err != nil {
		return 0
	}
	return int(header.FrameContentSize)
}
