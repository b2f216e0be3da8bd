package compact

import (
	"maps"
	"reflect"
)

// mapping applies a rule to a map with keys that are strings; others have no paths.
func (s *stripping) mapping(v reflect.Value, r *rule, from int) (reflect.Value, verdict) {
	if v.Len() == 0 || v.Type().Key().Kind() != reflect.String {
		return v, stays
	}
	if v.CanAddr() {
		if m, ok := v.Addr().Interface().(*map[string]string); ok {
			left, verdict := s.stringMap(*m, r, from)
			return reflect.ValueOf(left), verdict
		}
	}
	result, left := stays, v
	for each := v.MapRange(); each.Next(); {
		key := each.Key()
		after, verdict := s.typed(each.Value(), r.child(key.String()), from, false)
		if verdict == stays {
			continue
		}
		if result == stays {
			result, left = changed, copyOfMap(v)
		}
		switch verdict {
		case goes:
			after = reflect.Value{} // deletes it
		case emptied:
			after = reflect.Zero(v.Type().Elem())
		}
		left.SetMapIndex(key, after)
	}
	if left.Len() == 0 {
		return v, emptied
	}
	return left, result
}

func copyOfMap(v reflect.Value) reflect.Value {
	m := reflect.MakeMapWithSize(v.Type(), v.Len())
	for each := v.MapRange(); each.Next(); {
		m.SetMapIndex(each.Key(), each.Value())
	}
	return m
}

// stringMap is mapping for what labels, annotations and data are, without reflection.
func (s *stripping) stringMap(m map[string]string, r *rule, from int) (map[string]string, verdict) {
	left := m
	apply := func(name, value string, r *rule) {
		if r.keeps || from == 0 && r.strip == 0 {
			return
		}
		if len(left) == len(m) { // the first one
			left = maps.Clone(m)
		}
		s.removed(firstOf(from, r.strip), 2*stringHeader+len(name)+len(value))
		delete(left, name)
	}
	if from == 0 && r.every == nil { // the usual case: look for what is named
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
	switch len(left) {
	case len(m):
		return m, stays
	case 0:
		return nil, emptied
	}
	return left, changed
}

// firstOf returns the path because of which a value goes: that of what it is part of, if that
// goes, or its own.
func firstOf(from, own int) int {
	if from != 0 {
		return from
	}
	return own
}
