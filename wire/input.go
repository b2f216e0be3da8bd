package wire

import (
	"fmt"
	"io"
)

// input reads a body into slabs and gives out frames without copying them. Only the
// tail of a slab that ends within a frame is copied, to the beginning of the next one.
// It belongs to one goroutine.
type input struct {
	body io.Reader
	// before is called before each read of the body, which may block for hours: what was
	// taken so far must not wait for it.
	before func() error
	max    int // bytes of one frame

	slab   *slab
	r, w   int   // slab.b[r:w] is read and not yet taken
	offset int64 // bytes taken since the beginning
	failed error // came with the last bytes, and is due once they are taken
}

func newInput(body io.Reader, max int, before func() error) *input {
	return &input{body: body, max: max, before: before, slab: newSlab(slabSize)}
}

// close lets go of the slab.
func (in *input) close() { in.slab.release(1) }

// unread returns what is there without a read, valid until the next fill.
func (in *input) unread() []byte { return in.slab.b[in.r:in.w] }

// need makes at least n bytes unread. The error is io.EOF if the body ends where the
// next byte would be, and io.ErrUnexpectedEOF if it ends behind that.
func (in *input) need(n int) error {
	for in.w-in.r < n {
		if n > in.max {
			return in.tooLarge(int64(n))
		}
		if err := in.fill(n); err != nil {
			if err == io.EOF && in.w > in.r {
				return io.ErrUnexpectedEOF
			}
			return err
		}
	}
	return nil
}

// fill reads at least one more byte behind the unread ones. want is how many unread
// bytes are wanted in the end, 0 if that is not known.
func (in *input) fill(want int) error {
	if in.failed != nil {
		return in.failed
	}
	if err := in.before(); err != nil {
		return err
	}
	in.makeRoom(want)
	const patience = 100 // as bufio's
	for range patience {
		n, err := in.body.Read(in.slab.b[in.w:])
		in.w += n
		if n > 0 {
			in.failed = err
			return nil
		}
		if err != nil {
			in.failed = err
			return err
		}
	}
	return io.ErrNoProgress
}

// makeRoom makes sure that something can be read, and that what is wanted will be in
// one piece. Memory grows with what has come, not with what a length promises.
func (in *input) makeRoom(want int) {
	unread := in.w - in.r
	// Nobody else holds the slab: all frames of it are decoded, and their release is what
	// this load sees, so the bytes may be written over.
	if unread == 0 && in.slab.refs.Load() == 1 {
		in.r, in.w = 0, 0
	}
	size := len(in.slab.b)
	if in.w < size && (in.r+want <= size || want > slabSize) {
		return
	}
	grown := max(slabSize, 2*unread)
	if want > 0 {
		grown = max(slabSize, min(want, grown))
	}
	next := newSlab(grown)
	copy(next.b, in.unread())
	in.slab.release(1)
	in.slab, in.r, in.w = next, 0, unread
}

// take takes n unread bytes as a frame.
func (in *input) take(n int) frame {
	in.slab.refs.Add(1)
	f := frame{in.slab.b[in.r : in.r+n : in.r+n], in.slab}
	in.drop(n)
	return f
}

// drop takes n unread bytes and forgets them.
func (in *input) drop(n int) {
	in.r += n
	in.offset += int64(n)
}

// skip forgets n bytes, which need not be there yet.
func (in *input) skip(n int64) error {
	for n > 0 {
		if err := in.need(1); err != nil {
			return unexpected(err)
		}
		part := int(min(n, int64(in.w-in.r)))
		in.drop(part)
		n -= int64(part)
	}
	return nil
}

func (in *input) tooLarge(n int64) error {
	return fmt.Errorf("%w: %d bytes are announced, %d allowed; raise Options.MaxObject if the server is trusted", ErrTooLarge, n, in.max)
}

// unexpected is for ends where there must be more.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
