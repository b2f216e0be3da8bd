package packed

import "bytes"

// holds tells whether the record is that of an object of a version, encoded in these bytes: a
// version alone is not trusted, for a transform may have changed since. To compare takes a
// decompression, a third of what the compression takes, and only where versions are the same.
func (r *record) holds(plain []byte, rv string, versioned bool) bool {
	was, wasVersioned, compressed, payload := r.parts()
	if !versioned || !wasVersioned || rv == "" || rv != was {
		return false
	}
	if !compressed {
		return payload == string(plain)
	}
	if r.plainSize() != len(plain) {
		return false
	}
	scratch := takeScratch()
	defer scratch.give()
	data, err := r.book.decompress(payload, scratch.bytes[:0])
	if err != nil {
		return false
	}
	scratch.bytes = data
	return bytes.Equal(data, plain)
}
