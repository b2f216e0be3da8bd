package wire

import "bytes"

// jsonValue finds the end of one JSON value that comes in pieces. It looks at brackets
// and strings only: whether the value is valid is for its decoder to say. The zero
// value is ready.
type jsonValue struct {
	next     int // where to go on
	depth    int
	inString bool
}

// end returns the length of the value that b begins with, 0 if b does not hold all of
// it. Each call's b must begin with the last one's, and be longer.
//
// A number, or a literal such as null, ends where something else begins, so b must go
// on behind it; within an object or an array that is always so.
func (v *jsonValue) end(b []byte) int {
	for v.next < len(b) {
		if v.inString {
			if !v.closeString(b) {
				return 0
			}
		} else if v.step(b) {
			return v.next
		}
		if v.depth == 0 && !v.inString && isBracketed(b[0]) {
			return v.next
		}
	}
	return 0
}

func isBracketed(first byte) bool { return first == '{' || first == '[' || first == '"' }

// step goes on to the next byte that means something, and reports whether a number or
// literal has ended before it.
func (v *jsonValue) step(b []byte) (ended bool) {
	for i := v.next; i < len(b); i++ {
		switch b[i] {
		case '"':
			v.inString, v.next = true, i+1
			return false
		case '{', '[':
			v.depth++
		case '}', ']':
			if v.depth == 0 {
				v.next = i
				return true
			}
			if v.depth--; v.depth == 0 {
				v.next = i + 1
				return false
			}
		case ',', ' ', '\n', '\r', '\t', ':':
			if v.depth == 0 {
				v.next = i
				return true
			}
		}
	}
	v.next = len(b)
	return false
}

// closeString goes on behind the string's end, if that is there.
func (v *jsonValue) closeString(b []byte) bool {
	for {
		n := bytes.IndexByte(b[v.next:], '"')
		if n < 0 {
			v.next = len(b)
			return false
		}
		quote := v.next + n
		v.next = quote + 1
		if !escaped(b[:quote]) {
			v.inString = false
			return true
		}
	}
}

// escaped tells whether an odd number of backslashes precede.
func escaped(before []byte) bool {
	n := 0
	for i := len(before) - 1; i >= 0 && before[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// isSpace tells whether c may stand between JSON values.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
