package page

import (
	"unicode/utf8"

	"informerbench/report/printable"
)

// visible is for what others wrote: escaping for HTML leaves what hides, breaks or reorders the text around it, since
// that is text, too.
func visible(s string) string { return printable.Text(s) }

// cut shortens a label in a drawing, which has no room for more; tables have all of it.
// The end of a name tells more than its beginning.
func cut(s string, runes int) string {
	n := utf8.RuneCountInString(s)
	if n <= runes {
		return s
	}
	return "…" + string([]rune(s)[n-runes+1:])
}
