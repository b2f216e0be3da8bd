package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// reading is what stores and snapshots both answer.
type reading interface {
	Get(key string) (item any, exists bool)
	List() []any
	ListKeys() []string
	ByIndex(indexName, indexedValue string) ([]any, error)
	IndexKeys(indexName, indexedValue string) ([]string, error)
	ListIndexFuncValues(indexName string) []string
}

// verifier compares the answers of a store or a snapshot with a state.
type verifier struct {
	r     reading
	state *state
	whose string // comes before the method in errors
	turn  int    // chooses where looking at everything would take too long
}

func (v verifier) objects() error {
	for key, want := range v.state.items {
		if got, exists := v.r.Get(key); !exists || identity(got) != identity(want) {
			return fmt.Errorf("%sGet(%.40q) = %v, %v, want %v", v.whose, key, got, exists, want)
		}
	}
	for _, key := range append([]string{bigKey(0), bigKey(bigKeys - 1)}, keyUniverse...) {
		if _, stored := v.state.items[key]; stored {
			continue
		}
		if got, exists := v.r.Get(key); exists || got != nil {
			return fmt.Errorf("%sGet(%.40q) = %v, %v, want nothing", v.whose, key, got, exists)
		}
	}
	return errors.Join(
		sameKeys(v.whose+"ListKeys", v.r.ListKeys(), v.state.keys, false),
		sameObjects(v.whose+"List", v.r.List(), v.state.objects(v.state.keys)),
	)
}

func (v verifier) indexesOf() error {
	for name := range v.state.indexes {
		if err := v.index(name); err != nil {
			return err
		}
	}
	return v.unknown()
}

func (v verifier) index(name string) error {
	index := v.state.indexes[name]
	values := slices.Sorted(maps.Keys(index))
	if err := sameKeys(v.whose+"ListIndexFuncValues("+name+")", v.r.ListIndexFuncValues(name), values, false); err != nil {
		return err
	}
	for _, value := range append(values, "absent", "") {
		what := fmt.Sprintf("(%s, %.40q)", name, value)
		keys, keysErr := v.r.IndexKeys(name, value)
		objects, objectsErr := v.r.ByIndex(name, value)
		if err := errors.Join(keysErr, objectsErr,
			sameKeys(v.whose+"IndexKeys"+what, keys, index[value], true),
			sameObjects(v.whose+"ByIndex"+what, objects, v.state.objects(index[value]))); err != nil {
			return err
		}
	}
	return v.unknown()
}

const unknownIndex = "Index with name unknown does not exist"

func (v verifier) unknown() error {
	_, byIndex := v.r.ByIndex("unknown", "a")
	_, indexKeys := v.r.IndexKeys("unknown", "a")
	for _, err := range []error{byIndex, indexKeys} {
		if err == nil || err.Error() != unknownIndex {
			return fmt.Errorf("%sreading an unknown index returned the error %v, want %q", v.whose, err, unknownIndex)
		}
	}
	return sameKeys(v.whose+"ListIndexFuncValues(unknown)", v.r.ListIndexFuncValues("unknown"), nil, false)
}
