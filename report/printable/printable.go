// Package printable makes text that others wrote safe to show: names in files of results, which may come from a
// cluster or from nowhere good, reach terminals, comments on pull requests, and pages.
package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s with its number in place of each character that would act on a terminal, or hide, break or
// reorder the text around it: control characters, line ends among them, and what Unicode calls format characters, such as
// bidirectional overrides and zero-width spaces, become [U+001B]; a byte that is not UTF-8 becomes [0xFF]. Text that
// has none comes back as it is, without an allocation.
//
// It does not escape for Markdown or HTML: what is text there too may be markup.
func Text(s string) string { return replaced(s, "") }

// Lines is Text for text of several lines: line feeds and tabs stay.
func Lines(s string) string { return replaced(s, "\n\t") }

func replaced(s, keep string) string {
	at := firstActive(s, keep)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:at])
	for at < len(s) {
		r, n := utf8.DecodeRuneInString(s[at:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "[0x%02X]", s[at])
		case active(r) && !strings.ContainsRune(keep, r):
			fmt.Fprintf(&b, "[U+%04X]", r)
		default:
			b.WriteString(s[at : at+n])
		}
		at += n
	}
	return b.String()
}

// firstActive is where the first byte is that cannot stay, or -1.
func firstActive(s, keep string) int {
	for i, r := range s {
		if active(r) && !strings.ContainsRune(keep, r) {
			return i
		}
		// The character that stands for broken text may also be in the text, as three bytes.
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}

// active characters do something beside being shown.
func active(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
