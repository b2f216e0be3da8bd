package anonymize

import (
	"testing"
)

// all calls f with every text of n characters.
func all(alphabet string, n int, f func([]byte)) {
	text := make([]byte, n)
	size := 1
	for range n {
		size *= len(alphabet)
	}
	for x := range size {
		fromNumber(text, uint64(x), alphabet)
		f(text)
	}
}

// A permutation: every text of a length is the replacement of exactly one.
func TestShortTextsAreNeverReplacedByTheSame(t *testing.T) {
	p := newPRF(Key{1})
	for _, c := range []struct {
		class
		longest int
	}{{digits, 3}, {lowerCase, 2}, {mixedCase, 2}, {class{domainHex, hexadec, nil}, 3}} {
		for n := 1; n <= c.longest; n++ {
			seen, moved := map[string]bool{}, 0
			all(c.alphabet, n, func(text []byte) {
				if c.accept != nil && !c.accept(text) {
					return
				}
				before := string(text)
				after := []byte(before)
				p.permute(c.domain, "", after, c.alphabet, c.accept)
				if seen[string(after)] || len(after) != n || c.accept != nil && !c.accept(after) {
					t.Fatalf("%q is replaced by %q, seen before: %v", before, after, seen[string(after)])
				}
				seen[string(after)] = true
				if string(after) != before {
					moved++
				}
			})
			if n > 1 && moved < len(seen)*9/10 {
				t.Errorf("%d of %d texts of %d characters stayed what they were", len(seen)-moved, len(seen), n)
			}
		}
	}
}

// Segments of every kind are of one class, and so are their replacements.
func TestSegmentsKeepTheirClass(t *testing.T) {
	a := New(Key{2})
	for _, s := range []string{"7", "42", "1234567890", "123456789012345", "a", "db", "checkout", "5f7d8", "deadbeefdeadbeef", "recommendations", "NET", "aB", "aVeryLongMixedCaseText"} {
		before, after := classOf([]byte(s)), classOf([]byte(a.segment(s)))
		if before.domain != after.domain || len(a.segment(s)) != len(s) {
			t.Errorf("%q is replaced by %q: of class %d, was %d", s, a.segment(s), after.domain, before.domain)
		}
	}
}
