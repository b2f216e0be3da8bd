package indexing

import "fmt"

// Value returns the values of obj under the function at position i, as the
// function returned them: possibly with duplicates, and possibly a slice that
// the function still owns, so it must not be changed. A nil obj has no values,
// and the function is not called.
//
// When the function fails, Value panics with the error of [Failure].
func (s *Set) Value(i int, key string, obj any) []string {
	if obj == nil {
		return nil
	}
	values, err := s.funcs[i](obj)
	if err != nil {
		panic(Failure(key, s.names[i], err))
	}
	return values
}

// SingleValue is Value for a position that has a [Set.Single], without a slice. It
// panics as Value does.
func (s *Set) SingleValue(i int, key string, obj any) (value string, ok bool) {
	if obj == nil {
		return "", false
	}
	value, ok, err := s.singles[i](obj)
	if err != nil {
		panic(Failure(key, s.names[i], err))
	}
	return value, ok
}

// Values appends to into the values of obj under every function, by position.
// Callers pass a small array of their own stack, so that a write allocates
// nothing here. It panics as [Set.Value] does.
func (s *Set) Values(key string, obj any, into [][]string) [][]string {
	for i := range s.funcs {
		into = append(into, s.Value(i, key, obj))
	}
	return into
}

// Failure is the error with which a write panics when an index function fails:
// client-go's text.
func Failure(key, index string, err error) error {
	return fmt.Errorf("unable to calculate an index entry for key %q on index %q: %v", key, index, err)
}
