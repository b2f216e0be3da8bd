package compact

import (
	"fmt"
	"strings"
)

// stepKind tells the steps of a path apart.
type stepKind int

const (
	byName  stepKind = iota // a field, or the entry of a map
	byEvery                 // every element, entry or field: [*]
	byField                 // the elements of a list in which a field has a value: [name=app], [name=app-*]
)

// step is one step of a path, from a value to one or more below it.
type step struct {
	kind  stepKind
	name  string // the field or key
	value pattern
}

// text returns the path of steps as it would be written.
func text(steps []step) string {
	var b strings.Builder
	for i, s := range steps {
		switch {
		case s.kind == byEvery:
			b.WriteString("[*]")
		case s.kind == byField:
			b.WriteString("[" + s.name + "=" + s.value.String() + "]")
		case !plainName(s.name):
			fmt.Fprintf(&b, "[%q]", s.name)
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.name)
		}
	}
	return b.String()
}

// plainName tells whether a name needs no quotes.
func plainName(s string) bool {
	for i := range len(s) {
		if !plainByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func plainByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// needed are the parts of metadata without which no informer works.
var needed = map[string]string{
	"name": "a store", "namespace": "a store", "uid": "an informer", "resourceVersion": "a reflector",
}

// checkStripped refuses a path without which an object would not be one any more.
func checkStripped(steps []step) error {
	first := steps[0]
	if first.name == "apiVersion" || first.name == "kind" {
		return fmt.Errorf("%s says what the object is: take the path away", first.name)
	}
	if first.name != "metadata" {
		return nil
	}
	if len(steps) == 1 || steps[1].kind != byName {
		return fmt.Errorf("metadata holds the object's name: name the parts of it that are to go, such as metadata.annotations")
	}
	if who, ok := needed[steps[1].name]; ok {
		return fmt.Errorf("%s needs metadata.%s: take the path away", who, steps[1].name)
	}
	return nil
}

// mayMeet tells whether some value lies at, above or below both paths.
func mayMeet(a, b []step) bool {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		switch {
		case x.kind == byEvery || y.kind == byEvery:
		case x.kind != y.kind:
			return false
		case x.kind == byName && x.name != y.name:
			return false
		case x.kind == byField && x.name == y.name && !x.value.meets(y.value):
			return false
		}
	}
	return true
}
