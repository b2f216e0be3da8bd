package compact

import "reflect"

// verdict is what became of a value.
type verdict int

const (
	stays   verdict = iota // as it is
	changed                // something below it is gone
	emptied                // all that it held is gone, and counted: it need not stay either
	goes                   // it is to be removed, and is counted
)

// stripping is the work on one object.
type stripping struct {
	counts  *kindCounts
	changed bool
}

// removed counts a value that goes because of a path.
func (s *stripping) removed(path, bytes int) verdict {
	s.changed = true
	s.counts.paths[path-1].values.Add(1)
	s.counts.paths[path-1].bytes.Add(uint64(bytes))
	return goes
}

// typed applies a rule to a value, and returns what is to stand in its place if the verdict is
// changed. from is the path because of which all that is not kept goes, or 0.
//
// Only what is part of the object itself (own) is written to, and only where something goes.
// What lies behind pointers, slices and maps may be shared with other objects: it is copied
// as far as it changes.
func (s *stripping) typed(v reflect.Value, r *rule, from int, own bool) (reflect.Value, verdict) {
	if r.keep || from == 0 && r.idle() {
		return v, stays
	}
	from = firstOf(from, r.strip)
	if from != 0 && !r.keeps {
		return v, s.removed(from, sizeOf(v))
	}
	switch v.Kind() {
	case reflect.Pointer:
		return s.pointer(v, r, from)
	case reflect.Struct:
		return s.structure(v, r, from, own)
	case reflect.Slice:
		return s.slice(v, r, from)
	case reflect.Map:
		return s.mapping(v, r, from)
	}
	return v, stays
}

func (s *stripping) pointer(v reflect.Value, r *rule, from int) (reflect.Value, verdict) {
	if v.IsNil() {
		return v, stays
	}
	after, verdict := s.typed(v.Elem(), r, from, false)
	if verdict != changed {
		return v, verdict
	}
	to := reflect.New(v.Type().Elem())
	to.Elem().Set(after)
	return to, changed
}

func (s *stripping) structure(v reflect.Value, r *rule, from int, own bool) (reflect.Value, verdict) {
	result, to := stays, v
	for _, f := range r.fields(v.Type(), from != 0) {
		field := v.FieldByIndex(f.index)
		if field.IsZero() {
			continue // in JSON it is not there
		}
		after, verdict := s.typed(field, f.rule, from, own)
		if verdict == stays {
			continue
		}
		if result == stays && !own {
			to = reflect.New(v.Type()).Elem()
			to.Set(v)
		}
		result = changed
		if verdict != changed {
			to.FieldByIndex(f.index).SetZero()
		} else if !own || field.Kind() != reflect.Struct { // or it was changed where it is
			to.FieldByIndex(f.index).Set(after)
		}
	}
	return to, result
}

// edit is an element of a list that does not stay as it is.
type edit[V any] struct {
	at      int
	verdict verdict
	after   V
}

func (s *stripping) slice(v reflect.Value, r *rule, from int) (reflect.Value, verdict) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return v, stays
	}
	var edits []edit[reflect.Value]
	gone := 0
	for i := range v.Len() {
		element := v.Index(i)
		rule := r.element(func(c condition) bool { return fieldIs(element, c) })
		after, verdict := s.typed(element, rule, from, false)
		if verdict != stays {
			edits = append(edits, edit[reflect.Value]{i, verdict, after})
		}
		if verdict == goes {
			gone++
		}
	}
	switch {
	case len(edits) == 0:
		return v, stays
	case gone == v.Len():
		return v, emptied
	}
	left := reflect.MakeSlice(v.Type(), v.Len()-gone, v.Len()-gone)
	for i, to := 0, 0; i < v.Len(); i++ {
		e := edit[reflect.Value]{after: v.Index(i)}
		if len(edits) > 0 && edits[0].at == i {
			e, edits = edits[0], edits[1:]
		}
		if e.verdict == goes {
			continue
		}
		if e.verdict != emptied { // or it is the zero value
			left.Index(to).Set(e.after)
		}
		to++
	}
	return left, changed
}

func fieldIs(v reflect.Value, c condition) bool {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return false
	}
	f, ok := jsonFieldOf(v.Type(), c.field)
	if !ok {
		return false
	}
	text, ok := scalarText(v.FieldByIndex(f.index))
	return ok && c.value.matches(text)
}
