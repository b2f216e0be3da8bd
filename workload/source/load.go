package source

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

type keyed struct {
	key    string
	object runtime.Object
}

// Load sets the initial objects of a resource that has none yet. Versions are taken
// from the objects; an object without one gets the next, on a shallow copy. The log
// knows nothing of what happened before: a watch from an older version answers 410,
// and one that runs already ends with it. Load costs O(n log n).
func (s *Source) Load(r workload.Resource, objects []runtime.Object) error {
	t, err := s.table(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.objects.Len() > 0 || t.log.next > 0 {
		return fmt.Errorf("source: %s are loaded already", r)
	}
	items, version, err := t.prepare(objects, s.version)
	if err != nil {
		return err
	}
	for _, item := range items {
		t.objects.Insert(item.key, item.object)
	}
	s.version = version
	t.log.compact(version)
	t.expire()
	return nil
}

// prepare returns the objects in order of key, and the highest version.
func (t *table) prepare(objects []runtime.Object, version uint64) ([]keyed, uint64, error) {
	items := make([]keyed, len(objects))
	for i, object := range objects {
		meta, err := t.accessor(object)
		if err != nil {
			return nil, 0, err
		}
		if own := meta.GetResourceVersion(); own == "" {
			version++
			object = stamped(object, version)
		} else if n, err := strconv.ParseUint(own, 10, 64); err != nil {
			return nil, 0, fmt.Errorf("source: resource version %q of %s %q is not a number", own, t.resource, meta.GetName())
		} else {
			version = max(version, n)
		}
		items[i] = keyed{objectKey(object), object}
	}
	slices.SortFunc(items, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i := 1; i < len(items); i++ {
		if items[i].key == items[i-1].key {
			return nil, 0, alreadyExists(t.kind, items[i].key)
		}
	}
	return items, version, nil
}
