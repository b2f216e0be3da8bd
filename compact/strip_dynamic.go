package compact

import (
	"maps"
	"reflect"
)

// dynamic is typed for the values of unstructured objects.
func (s *stripping) dynamic(v any, r *rule, from int) (any, verdict) {
	if r.keep {
		return v, stays
	}
	from = firstOf(from, r.strip)
	if from != 0 && !r.keeps {
		return v, s.removed(from, sizeOfAny(v))
	}
	switch v := v.(type) {
	case map[string]any:
		return s.object(v, r, from, false)
	case []any:
		return s.list(v, r, from)
	}
	return v, stays
}

// object applies a rule to a map. If it is own, the map itself is written to, or else a copy.
func (s *stripping) object(m map[string]any, r *rule, from int, own bool) (map[string]any, verdict) {
	result, left := stays, m
	apply := func(name string, value any, r *rule) {
		after, verdict := s.dynamic(value, r, from)
		if verdict == stays {
			return
		}
		if result == stays && !own {
			left = maps.Clone(m)
		}
		result = changed
		if verdict == changed {
			left[name] = after
		} else {
			delete(left, name)
		}
	}
	if from == 0 && r.every == nil { // look for what is named
		for name, child := range r.names {
			if value, ok := m[name]; ok {
				apply(name, value, child)
			}
		}
	} else {
		for name, value := range m {
			apply(name, value, r.child(name))
		}
	}
	if result == changed && len(left) == 0 && r.isMap {
		return left, emptied
	}
	return left, result
}

func (s *stripping) list(list []any, r *rule, from int) (any, verdict) {
	var edits []edit[any]
	gone := 0
	for i, e := range list {
		after, verdict := s.dynamic(e, r.element(func(c condition) bool { return memberIs(e, c) }), from)
		if verdict != stays {
			edits = append(edits, edit[any]{i, verdict, after})
		}
		if verdict == goes {
			gone++
		}
	}
	switch {
	case len(edits) == 0:
		return list, stays
	case gone == len(list):
		return []any{}, emptied
	}
	left := make([]any, 0, len(list)-gone)
	for i, e := range list {
		if len(edits) == 0 || edits[0].at != i {
			left = append(left, e)
			continue
		}
		if edits[0].verdict != goes {
			left = append(left, edits[0].after)
		}
		edits = edits[1:]
	}
	return left, changed
}

func memberIs(v any, c condition) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return false
	}
	value, ok := m[c.field]
	if !ok || value == nil {
		return false
	}
	text, ok := scalarText(reflect.ValueOf(value))
	return ok && c.value.matches(text)
}
