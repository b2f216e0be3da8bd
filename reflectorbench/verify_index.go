package reflectorbench

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// checkedValues is about how many values of an index are compared key by key. All values
// are counted; comparing a million of one key each would take longer than the run.
const checkedValues = 2000

// compareIndexes reports indexes that do not say what their functions say of the wanted
// objects: a store that answers ByIndex fast from a stale index must not win.
func compareIndexes(store reads, r workload.Resource, want map[string]runtime.Object) error {
	var errs []error
	for name, function := range workload.Indexers(r) {
		if err := compareIndex(store, name, function, want); err != nil {
			errs = append(errs, fmt.Errorf("index %s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func compareIndex(store reads, name string, function cache.IndexFunc, want map[string]runtime.Object) error {
	keys := map[string][]string{} // of each value; nil for those that are only counted
	each := func(visit func(key, value string)) error {
		for key, object := range want {
			values, err := function(object)
			if err != nil {
				return err
			}
			for _, value := range values {
				visit(key, value)
			}
		}
		return nil
	}
	if err := each(func(_, value string) { keys[value] = nil }); err != nil {
		return err
	}
	step := uint64(len(keys)/checkedValues + 1)
	checked := func(value string) bool { return hashOf(value)%step == 0 }
	if err := each(func(key, value string) {
		if checked(value) {
			keys[value] = append(keys[value], key)
		}
	}); err != nil {
		return err
	}
	if have := len(store.ListIndexFuncValues(name)); have != len(keys) {
		return fmt.Errorf("%d values, want %d", have, len(keys))
	}
	for value, wanted := range keys {
		if !checked(value) {
			continue
		}
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
