package anonymize

import (
	"encoding/binary"
	"strings"
)

// maxShort is the longest text that is permuted: its halves, as numbers, fit 64 bits in every
// alphabet, and hashes of longer ones do not meet in practice.
const maxShort = 10

// rounds of the Feistel network; 8 are what NIST's FF3 has, 10 what FF1 has.
const rounds = 10

// permute replaces text, in place, by another of the same length in the alphabet for which
// accept holds. Text must be such a one itself. Different texts have different results, for
// the same domain and tweak. At most maxShort characters.
func (p *prf) permute(domain byte, tweak string, text []byte, alphabet string, accept func([]byte) bool) {
	if len(text) == 0 {
		return
	}
	for {
		if len(text) == 1 {
			p.permuteOne(domain, tweak, text, alphabet)
		} else {
			p.feistel(domain, tweak, text, alphabet)
		}
		// The cycle that leads away from text leads back to it, so this ends.
		if accept == nil || accept(text) {
			return
		}
	}
}

// permuteOne shuffles the alphabet: a network of one half would only turn it.
func (p *prf) permuteOne(domain byte, tweak string, text []byte, alphabet string) {
	shuffled := []byte(alphabet)
	for i := len(shuffled) - 1; i > 0; i-- {
		j := p.number(domain, tweak, uint64(i)<<32|1, nil) % uint64(i+1)
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	text[0] = shuffled[strings.IndexByte(alphabet, text[0])]
}

func (p *prf) feistel(domain byte, tweak string, text []byte, alphabet string) {
	halves := [2][]byte{text[:len(text)/2], text[len(text)/2:]}
	var x, size [2]uint64
	for i, half := range halves {
		x[i], size[i] = toNumber(half, alphabet)
	}
	var other [8]byte
	for round := range rounds {
		i := round % 2
		binary.BigEndian.PutUint64(other[:], x[1-i])
		f := p.number(domain, tweak, uint64(round)<<32|uint64(len(text)), other[:]) % size[i]
		x[i] = (x[i] + f) % size[i]
	}
	for i, half := range halves {
		fromNumber(half, x[i], alphabet)
	}
}

// toNumber reads digits of the alphabet; size is how many numbers there are of that length.
func toNumber(digits []byte, alphabet string) (x, size uint64) {
	base := uint64(len(alphabet))
	size = 1
	for _, d := range digits {
		x = x*base + uint64(strings.IndexByte(alphabet, d))
		size *= base
	}
	return x, size
}

func fromNumber(digits []byte, x uint64, alphabet string) {
	base := uint64(len(alphabet))
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = alphabet[x%base]
		x /= base
	}
}
