package faults

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/client-go/tools/cache"
)

// keysOf returns the keys of both maps, sorted.
func keysOf(a, b map[string]*corev1.ConfigMap) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]*corev1.ConfigMap{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// held returns what a store holds, by key.
func held(store cache.Store) (map[string]*corev1.ConfigMap, error) {
	content := map[string]*corev1.ConfigMap{}
	for _, obj := range store.List() {
		o, ok := obj.(*corev1.ConfigMap)
		if !ok {
			return nil, fmt.Errorf("the store holds a %T", obj)
		}
		content[keyOf(o)] = o
	}
	return content, nil
}

// differences names up to three keys under which a store does not hold what it should.
func differences(got, want map[string]*corev1.ConfigMap, equal func(a, b *corev1.ConfigMap) bool) []string {
	var all []string
	for _, key := range keysOf(got, want) {
		a, b := got[key], want[key]
		if a != nil && b != nil && equal(a, b) {
			continue
		}
		if len(all) == 3 {
			return append(all, "and more")
		}
		all = append(all, fmt.Sprintf("%s is %s, should be %s", key, nameOf(a), nameOf(b)))
	}
	return all
}

// sameVersion is for looks on the way: a state of the server has each version once.
func sameVersion(a, b *corev1.ConfigMap) bool { return nameOf(a) == nameOf(b) }

// sameObject is for the end.
func sameObject(a, b *corev1.ConfigMap) bool { return apiequality.Semantic.DeepEqual(a, b) }

// checkIndexes compares every index with the objects themselves.
func checkIndexes(store cache.Indexer, content map[string]*corev1.ConfigMap) error {
	for index, of := range indexers() {
		want := map[string][]string{}
		for key, o := range content {
			values, err := of(o)
			if err != nil {
				return err
			}
			for _, v := range values {
				want[v] = append(want[v], key)
			}
		}
		if err := checkIndex(store, index, want); err != nil {
			return err
		}
	}
	return nil
}

func checkIndex(store cache.Indexer, index string, want map[string][]string) error {
	values := store.ListIndexFuncValues(index)
	slices.Sort(values)
	if expected := slices.Sorted(maps.Keys(want)); !slices.Equal(values, expected) {
		return fmt.Errorf("index %s has the values %q, should have %q", index, values, expected)
	}
	for value, keys := range want {
		slices.Sort(keys)
		got, err := store.IndexKeys(index, value)
		if err != nil {
			return err
		}
		slices.Sort(got)
		if !slices.Equal(got, keys) {
			return fmt.Errorf("index %s has %q under %q, should have %q", index, got, value, keys)
		}
		objects, err := store.ByIndex(index, value)
		if err != nil {
			return err
		}
		if len(objects) != len(keys) {
			return fmt.Errorf("index %s has %d objects under %q, should have %d", index, len(objects), value, len(keys))
		}
	}
	return nil
}
