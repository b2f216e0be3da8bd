package anonymize

import "bytes"

const (
	decimal  = "0123456789"
	hexadec  = "0123456789abcdef"
	lower    = "abcdefghijklmnopqrstuvwxyz0123456789"
	anyCase  = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	longHash = 16 // a segment of so many hexadecimal digits is an ID
)

// Domains of the keyed function.
const (
	domainDigits byte = iota + 1
	domainLower
	domainMixed
	domainHex
	domainText
	domainBytes
	domainUID
	domainIPv4
	domainIPv6
)

// class is a kind of segment. Every segment is of exactly one, and is replaced by one of the
// same class: what a name is made of stays visible, and no two segments become one.
type class struct {
	domain   byte
	alphabet string
	accept   func([]byte) bool
}

var (
	digits     = class{domainDigits, decimal, nil}
	lowerCase  = class{domainLower, lower, hasLetter}
	mixedCase  = class{domainMixed, anyCase, hasUpper}
	hexIDClass = class{domainHex, hexadec, hasLetter}
)

func hasLetter(s []byte) bool {
	return bytes.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
func hasUpper(s []byte) bool {
	return bytes.ContainsFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' })
}

// classOf expects letters and digits only.
func classOf(segment []byte) class {
	switch {
	case hasUpper(segment):
		return mixedCase
	case !hasLetter(segment):
		return digits
	case len(segment) >= longHash && len(bytes.Trim(segment, hexadec)) == 0:
		return hexIDClass
	default:
		return lowerCase
	}
}

// segment replaces letters and digits.
func (a *Anonymizer) segment(s string) string {
	return a.cached('s', s, func(s string) string {
		text := []byte(s)
		c := classOf(text)
		if len(text) <= maxShort {
			a.prf.permute(c.domain, "", text, c.alphabet, c.accept)
			return string(text)
		}
		// The chance that it is of another class is small but not nothing: hash again.
		for text = a.prf.letters(c.domain, text, len(text), c.alphabet); c.accept != nil && !c.accept(text); {
			text = a.prf.letters(c.domain, text, len(text), c.alphabet)
		}
		return string(text)
	})
}
