package reflectorbench

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// checkedValues is about how many values of an index are compared. Comparing a million
// values of one key each would take longer than the run; which ones are compared
// depends on a hash of the value alone, so a store cannot be right about just those.
const checkedValues = 2000

// compareIndexes reports indexes that do not say what their functions say of the wanted
// objects: a store that answers ByIndex fast from a stale index must not win.
func compareIndexes(store reads, indexers cache.Indexers, want map[string]runtime.Object) error {
	var errs []error
	for name, function := range indexers {
		if err := compareIndex(store, name, function, want); err != nil {
			errs = append(errs, fmt.Errorf("index %s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func compareIndex(store reads, name string, function cache.IndexFunc, want map[string]runtime.Object) error {
	listed := store.ListIndexFuncValues(name)
	step := uint64(len(listed)/checkedValues + 1)
	checked := func(value string) bool { return hashOf(value)%step == 0 }
	keys := map[string][]string{} // of each checked value
	for key, object := range want {
		values, err := function(object)
		if err != nil {
			return err
		}
		for _, value := range values {
			if checked(value) {
				keys[value] = append(keys[value], key)
			}
		}
	}
	listed = slices.DeleteFunc(listed, func(value string) bool { return !checked(value) })
	if len(listed) != len(keys) {
		return fmt.Errorf("%d of the compared values are listed, want %d", len(listed), len(keys))
	}
	for value, wanted := range keys {
		have, err := store.IndexKeys(name, value)
		if slices.Sort(wanted); err != nil || !slices.Equal(have, slices.Compact(wanted)) {
			return fmt.Errorf("value %q has %d keys, want %d (%v)", value, len(have), len(wanted), err)
		}
	}
	return nil
}

func hashOf(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
