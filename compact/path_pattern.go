package compact

import (
	"strconv"
	"strings"
)

// pattern is what a field has, of a step byField: a text, or all texts that begin with one.
type pattern struct {
	text   string
	prefix bool
}

func (p pattern) matches(text string) bool {
	if p.prefix {
		return strings.HasPrefix(text, p.text)
	}
	return text == p.text
}

// meets tells whether some text matches both.
func (p pattern) meets(q pattern) bool {
	return p.matches(q.text) || q.matches(p.text)
}

// String writes a pattern as it stands in a path.
func (p pattern) String() string {
	text := p.text
	if !plainName(text) {
		text = strconv.Quote(text)
	}
	if p.prefix {
		text += "*"
	}
	return text
}
