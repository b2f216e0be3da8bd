package storetest

import (
	"errors"
	"fmt"
	"reflect"

	"informerbench/stores"
)

// errLacks is how a check ends that is about an interface which the store does not
// implement: client-go's store has none of this repository's own.
var errLacks = errors.New("the store does not implement what the check is about")

func lacks(err error) bool { return errors.Is(err, errLacks) }

// as returns the store as an optional interface.
func as[T any](store stores.Store) (T, error) {
	t, ok := store.(T)
	if !ok {
		return t, fmt.Errorf("%w: %v", errLacks, reflect.TypeFor[T]())
	}
	return t, nil
}

// needing is a check that ends at once if the store does not implement T.
func needing[T any](s Subject, f func() error) error {
	if _, err := as[T](s.New(nil)); err != nil {
		return err
	}
	return f()
}
