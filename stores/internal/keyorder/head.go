package keyorder

// entry is one key while it is sorted: without pointers, so that moving it costs
// the collector nothing.
type entry struct {
	head  uint64
	index uint32 // of the key
}

const (
	// headBytes is how many bytes of a key a head holds.
	headBytes = 7
	// goesOn is the low byte of a head whose key has more bytes.
	goesOn = headBytes + 1
)

// headAt returns the next seven bytes of a key from depth on, in big-endian order and
// padded with zeros, and in the low byte how many of them are the key's, or
// goesOn. Heads of keys that agree before depth are in the order of the keys: where the
// bytes are equal, padding included, the shorter key is a prefix of the longer.
// Equal heads without goesOn are equal keys, even if keys have zero bytes.
func headAt(key string, depth int) uint64 {
	rest := key[depth:]
	if len(rest) <= headBytes {
		return shortHead(rest)
	}
	_ = rest[7]
	return uint64(rest[0])<<56 | uint64(rest[1])<<48 | uint64(rest[2])<<40 | uint64(rest[3])<<32 |
		uint64(rest[4])<<24 | uint64(rest[5])<<16 | uint64(rest[6])<<8 | goesOn
}

func shortHead(rest string) uint64 {
	head := uint64(len(rest))
	for i := range len(rest) {
		head |= uint64(rest[i]) << (56 - 8*i)
	}
	return head
}
