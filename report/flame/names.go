package flame

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode"
)

// printable replaces what a terminal or a page would not show as it is: controls, and marks that turn the
// direction of writing around.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, name)
}

// escaped is text for XML.
func escaped(text string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(printable(text))) // a buffer takes everything
	return b.String()
}

// short is a function's name without the path before its package and without type arguments.
func short(name string) string {
	head, rest, generic := strings.Cut(name, "[")
	head = head[strings.LastIndexByte(head, '/')+1:]
	if !generic {
		return head
	}
	_, tail, _ := cutLast(rest, "]")
	return head + "[…]" + tail
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// fitFrame is fit for the label of a frame, which would rather lose its package than its end.
func fitFrame(label string, characters int) string {
	if len([]rune(label)) > characters {
		sign, function, found := "", label, false
		if strings.HasPrefix(label, "+") || strings.HasPrefix(label, "-") { // of a difference
			sign, function, _ = strings.Cut(label, " ")
			sign += " "
		}
		if _, function, found = strings.Cut(function, "."); found {
			label = sign + function
		}
	}
	return fit(label, characters)
}

// fit cuts text to so many characters; of what would be only a stump it returns nothing.
func fit(text string, characters int) string {
	const stump = 3
	runes := []rune(text)
	switch {
	case len(runes) <= characters:
		return text
	case characters < stump:
		return ""
	}
	return string(runes[:characters-1]) + "…"
}
