package wire

import (
	"fmt"
	"io"
)

// jsonByte returns the next byte that is not white space, without taking it.
func (in *input) jsonByte() (byte, error) {
	for {
		if err := in.need(1); err != nil {
			return 0, err
		}
		if c := in.slab.b[in.r]; !isSpace(c) {
			return c, nil
		}
		in.drop(1)
	}
}

// jsonDelimiter takes the next byte that is not white space, which must be one of want.
func (in *input) jsonDelimiter(want string) (byte, error) {
	c, err := in.jsonByte()
	if err != nil {
		return 0, unexpected(err)
	}
	for i := range len(want) {
		if c == want[i] {
			in.drop(1)
			return c, nil
		}
	}
	return 0, fmt.Errorf("malformed JSON at byte %d: %q instead of one of %q", in.offset, c, want)
}

// jsonValue makes the value that begins at the next byte unread as a whole, and
// returns its length. The body must go on behind a number or literal.
func (in *input) jsonValue() (int, error) {
	var v jsonValue
	for {
		if n := v.end(in.unread()); n > 0 {
			if n > in.max {
				return 0, in.tooLarge(int64(n))
			}
			return n, nil
		}
		if n := in.w - in.r; n > in.max {
			return 0, in.tooLarge(int64(n))
		}
		if err := in.fill(0); err != nil {
			return 0, unexpected(err)
		}
	}
}

// jsonEnd makes sure that only white space follows.
func (in *input) jsonEnd() error {
	c, err := in.jsonByte()
	if err == io.EOF {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("malformed JSON at byte %d: %q behind the end", in.offset, c)
	}
	return err
}
