package page

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible replaces what would hide, break or reorder the text around it (control
// characters, bidirectional overrides, zero-width characters) by its number. Escaping
// for HTML does not do that: these characters are text, too.
func visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "[U+%04X]", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// cut shortens a label in a drawing, which has no room for more; tables have all of it.
// The end of a name tells more than its beginning.
func cut(s string, runes int) string {
	n := utf8.RuneCountInString(s)
	if n <= runes {
		return s
	}
	return "…" + string([]rune(s)[n-runes+1:])
}
