package compact

import (
	"fmt"
	"strconv"
	"strings"
)

// pathForms is what every error about a path ends with.
const pathForms = `paths look like status.images, spec.containers[*].env, spec.containers[name=proxy].args, spec.volumes[name=data-*] or metadata.annotations["example.com/a.b"]`

// parsePath reads a path. The error says where it went wrong and what to write instead.
func parsePath(text string) ([]step, error) {
	p := &pathParser{text: text}
	for p.err == nil && (p.at < len(text) || p.at == 0) {
		p.step()
	}
	if p.err != nil {
		return nil, fmt.Errorf("path %q: %w; %s", text, p.err, pathForms)
	}
	return p.steps, nil
}

type pathParser struct {
	text  string
	at    int
	steps []step
	err   error
}

func (p *pathParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("at character %d: %w", p.at+1, fmt.Errorf(format, args...))
	}
}

func (p *pathParser) rest() string { return p.text[p.at:] }

// step reads one step, with the dot before it.
func (p *pathParser) step() {
	switch {
	case p.text == "":
		p.err = fmt.Errorf("it is empty")
	case strings.HasPrefix(p.rest(), "["):
		if p.at == 0 {
			p.fail("an object has fields: begin with the name of one")
			return
		}
		p.at++
		p.bracket()
	default:
		if len(p.steps) > 0 { // what ends a name is a dot or a bracket
			if p.text[p.at] != '.' {
				p.fail("%q is not expected: a dot or an opening bracket comes here", p.text[p.at])
				return
			}
			p.at++
		}
		if name := p.name(); name != "" {
			p.steps = append(p.steps, step{kind: byName, name: name})
		}
	}
}

// name reads the letters of a name.
func (p *pathParser) name() string {
	from := p.at
	for p.at < len(p.text) && plainByte(p.text[p.at]) {
		p.at++
	}
	switch {
	case p.at < len(p.text) && !strings.ContainsRune(".[=]", rune(p.text[p.at])):
		p.fail(`%q in a name: put the name in brackets and quotes, ["like/this"]`, p.rest()[:1])
	case p.at == from:
		p.fail("a name is missing")
	}
	if p.err != nil {
		return ""
	}
	return p.text[from:p.at]
}

// bracket reads what stands after an opening bracket, and the closing one.
func (p *pathParser) bracket() {
	rest := p.rest()
	switch {
	case strings.HasPrefix(rest, "*"):
		p.at++
		p.steps = append(p.steps, step{kind: byEvery})
	case strings.HasPrefix(rest, `"`), strings.HasPrefix(rest, "'"):
		p.steps = append(p.steps, step{kind: byName, name: p.quoted()})
	case rest != "" && rest[0] >= '0' && rest[0] <= '9':
		p.fail("elements have no fixed place in a list: write [*] for all, or [field=value]")
	default:
		p.condition()
	}
	if p.err != nil {
		return
	}
	if !strings.HasPrefix(p.rest(), "]") {
		p.fail("a closing bracket is missing")
		return
	}
	p.at++
}

// condition reads field=value or field=beginning*.
func (p *pathParser) condition() {
	field := p.name()
	if p.err != nil {
		return
	}
	if !strings.HasPrefix(p.rest(), "=") {
		p.fail(`a bracket holds *, "a key" in quotes, field=value, or field=beginning*`)
		return
	}
	p.at++
	p.steps = append(p.steps, step{kind: byField, name: field, value: p.value()})
}

// value reads what a field has: a text as it is up to the bracket, or in quotes. A star behind it
// makes it a beginning; one in quotes is part of the text.
func (p *pathParser) value() (v pattern) {
	if rest := p.rest(); strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "'") {
		v.text = p.quoted()
	} else if end := strings.IndexAny(rest, "]*"); end >= 0 {
		v.text = rest[:end]
		p.at += end
	}
	v.prefix = strings.HasPrefix(p.rest(), "*")
	if v.prefix {
		p.at++
	}
	switch quoted := p.text[p.at-1] == '"' || p.text[p.at-1] == '\''; {
	case v.prefix && v.text == "":
		p.fail("a star alone stands for all elements: write [*], or how the value begins before the star")
	case v.prefix && p.rest() != "" && !strings.HasPrefix(p.rest(), "]"):
		p.fail("a star is the last character of a value: put the value in quotes if it has one itself")
	case v.text == "" && !quoted:
		p.fail("a value and a closing bracket are missing")
	}
	return v
}

// quoted reads a string in double quotes, with Go's escapes, or in single ones, without any.
func (p *pathParser) quoted() string {
	rest := p.rest()
	if rest[0] == '\'' {
		end := strings.IndexByte(rest[1:], '\'')
		if end < 0 {
			p.fail("the closing quote is missing")
			return ""
		}
		p.at += end + 2
		return rest[1 : end+1]
	}
	prefix, err := strconv.QuotedPrefix(rest)
	if err != nil {
		p.fail("the closing quote is missing, or there is a wrong escape")
		return ""
	}
	p.at += len(prefix)
	s, err := strconv.Unquote(prefix)
	if err != nil {
		p.fail("%w", err)
	}
	return s
}
