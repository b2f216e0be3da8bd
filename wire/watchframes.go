package wire

import (
	"encoding/binary"
	"fmt"
)

// lengthSize is what precedes a frame in protobuf: its length, big-endian.
const lengthSize = 4

// maxObjectLimit keeps the two encodings apart: a JSON stream, which begins with a
// brace or white space, would announce a protobuf frame larger than this.
const maxObjectLimit = '\t'<<24 - 1

// readWatch takes the frames of a watch until the body ends, which is io.EOF if it
// happens between two frames and io.ErrUnexpectedEOF within one.
func readWatch(in *input, add func(frame)) error {
	if err := in.need(1); err != nil {
		return err
	}
	cut := (*input).protobufFrame
	switch c := in.slab.b[in.r]; {
	case c == '{' || isSpace(c):
		cut = (*input).jsonFrame
	case c > maxObjectLimit>>24:
		return errUnknownForm("watch", in.unread())
	}
	for {
		f, err := cut(in)
		if err != nil {
			return err
		}
		add(f)
	}
}

// announced is the length before the next protobuf frame.
func (in *input) announced() uint32 {
	return binary.BigEndian.Uint32(in.slab.b[in.r:in.w])
}

func (in *input) protobufFrame() (frame, error) {
	if err := in.need(lengthSize); err != nil {
		return frame{}, err
	}
	n := int64(in.announced())
	if n > int64(in.max) {
		return frame{}, in.tooLarge(n)
	}
	in.drop(lengthSize)
	if err := in.need(int(n)); err != nil {
		return frame{}, unexpected(err)
	}
	return in.take(int(n)), nil
}

func (in *input) jsonFrame() (frame, error) {
	c, err := in.jsonByte()
	if err != nil {
		return frame{}, err
	}
	if c != '{' {
		return frame{}, fmt.Errorf("malformed JSON at byte %d of the watch: %q instead of '{'", in.offset, c)
	}
	n, err := in.jsonValue()
	if err != nil {
		return frame{}, err
	}
	return in.take(n), nil
}
