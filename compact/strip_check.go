package compact

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Check returns an error that names the paths that no object of example's Go type can have,
// a misspelt field for one. A Stripper for one kind, or for a few that all have the paths, is
// checked with it at the start; [StripStats] tell the rest. Of unstructured objects nothing is
// known beforehand, and the result is nil.
func (s *Stripper) Check(example any) error {
	t := reflect.TypeOf(example)
	if _, ok := example.(*unstructured.Unstructured); ok || t == nil {
		return nil
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var errs []error
	for _, p := range s.paths {
		if reason := missing(t, p.steps, 0); p.own && reason != "" {
			errs = append(errs, fmt.Errorf("path %q is not in %s: %s; correct it, or take it away", p.text, t, reason))
		}
	}
	return errors.Join(errs...)
}

// missing says why there is nothing of type t at the end of path[at:], or returns "".
func missing(t reflect.Type, path []step, at int) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if at == len(path) {
		return ""
	}
	s, here := path[at], text(path[:at])
	switch {
	case t.Kind() == reflect.Struct && s.kind == byEvery:
		return missingInAll(t, path, at)
	case t.Kind() == reflect.Struct && s.kind == byName:
		return missingField(t, path, at)
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		return missingElement(t.Elem(), path, at)
	case t.Kind() == reflect.Map && s.kind != byField:
		return missing(t.Elem(), path, at+1)
	case s.kind == byField:
		return fmt.Sprintf("%s is not a list: [%s=...] picks from lists", here, s.name)
	}
	return fmt.Sprintf("%s is a single value (%s), with nothing below it", here, t)
}

func missingInAll(t reflect.Type, path []step, at int) string {
	reason := fmt.Sprintf("%s has no fields", text(path[:at]))
	for _, f := range jsonFields(t) {
		if reason = missing(f.typ, path, at+1); reason == "" {
			return ""
		}
	}
	return reason
}

func missingField(t reflect.Type, path []step, at int) string {
	name := path[at].name
	if f, ok := jsonFieldOf(t, name); ok {
		return missing(f.typ, path, at+1)
	}
	here := text(path[:at])
	if here == "" {
		here = "the object"
	}
	fields := jsonFields(t)
	if len(fields) == 0 {
		return fmt.Sprintf("%s is a single value (%s), with nothing below it", here, t)
	}
	reason := fmt.Sprintf("%s has no field %s", here, name)
	if like := likest(fields, name); like != "" {
		reason += fmt.Sprintf(" (is it %s?)", like)
	}
	return reason
}

func missingElement(elem reflect.Type, path []step, at int) string {
	s, here := path[at], text(path[:at])
	if s.kind == byName {
		return fmt.Sprintf("%s is a list: write %s[*] for all its elements", here, here)
	}
	if s.kind == byField {
		for elem.Kind() == reflect.Pointer {
			elem = elem.Elem()
		}
		if elem.Kind() != reflect.Struct {
			return fmt.Sprintf("the elements of %s are single values, without a field %s", here, s.name)
		}
		if _, ok := jsonFieldOf(elem, s.name); !ok {
			return fmt.Sprintf("the elements of %s have no field %s", here, s.name)
		}
	}
	return missing(elem, path, at+1)
}

// likest returns the field that is meant, if one is obviously like the name: but for case, a plural,
// or an ending left out or added.
func likest(fields []jsonField, name string) string {
	name = strings.ToLower(name)
	for _, f := range fields {
		have := strings.ToLower(f.name)
		if have == name || len(name) > 2 && (strings.HasPrefix(have, name) || strings.HasPrefix(name, have)) {
			return f.name
		}
	}
	return ""
}
