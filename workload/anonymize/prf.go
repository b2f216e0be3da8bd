package anonymize

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// prf is a keyed pseudo-random function: HMAC-SHA256. The domain keeps uses apart.
type prf struct {
	mac hash.Hash
	in  []byte
	out []byte
}

func newPRF(k Key) *prf { return &prf{mac: hmac.New(sha256.New, k[:])} }

// sum is valid until the next call.
func (p *prf) sum(domain byte, tweak string, counter uint64, text []byte) []byte {
	p.in = append(p.in[:0], domain)
	p.in = binary.AppendUvarint(p.in, uint64(len(tweak)))
	p.in = append(p.in, tweak...)
	p.in = binary.BigEndian.AppendUint64(p.in, counter)
	p.in = append(p.in, text...)
	p.mac.Reset()
	p.mac.Write(p.in)
	p.out = p.mac.Sum(p.out[:0])
	return p.out
}

func (p *prf) number(domain byte, tweak string, counter uint64, text []byte) uint64 {
	return binary.BigEndian.Uint64(p.sum(domain, tweak, counter, text))
}

// stream returns n bytes that depend on the text.
func (p *prf) stream(domain byte, text []byte, n int) []byte {
	out := make([]byte, 0, n+sha256.Size)
	for counter := uint64(0); len(out) < n; counter++ {
		out = append(out, p.sum(domain, "", counter, text)...)
	}
	return out[:n]
}

// letters returns n characters of an alphabet that depend on the text.
func (p *prf) letters(domain byte, text []byte, n int, alphabet string) []byte {
	out := p.stream(domain, text, n)
	for i, b := range out {
		out[i] = alphabet[int(b)%len(alphabet)]
	}
	return out
}
