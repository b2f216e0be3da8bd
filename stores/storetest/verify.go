package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// verify compares every answer of the store with the model's, and of all pinned
// snapshots with the states they were taken of. Nothing may write meanwhile. It
// clears each slice it was given: the caller owns it, and a store that handed out its
// own would answer wrongly next time.
func (m *machine) verify() error {
	for part := range m.parts() {
		if err := m.verifyPart(part); err != nil {
			return err
		}
	}
	return nil
}

// small is how many objects a store may have to be verified as a whole after each step.
const small = 32

// verifyStep is verify, but of a large store it compares some parts only, others each time.
func (m *machine) verifyStep() error {
	if len(m.model.items) <= small && !m.light {
		return m.verify()
	}
	for range scaled(30) / 10 {
		m.turn++
		if err := m.verifyPart(m.turn % m.parts()); err != nil {
			return err
		}
	}
	return nil
}

// storeParts are objects, bulk reads, the set of indexers with the version, and what
// Index answers; each index and each part of a snapshot comes on top.
const storeParts = 4

func (m *machine) parts() int {
	return storeParts + len(m.model.indexers) + pinnedParts*len(m.pinned)
}

func (m *machine) verifyPart(part int) error {
	v := verifier{m.store, &m.model.state, "", m.turn}
	switch part {
	case 0:
		return v.objects()
	case 1:
		return m.verifyBulk()
	case 2:
		return errors.Join(m.verifyIndexers(), m.verifyVersion())
	case 3:
		return m.verifyIndexOf()
	}
	part -= storeParts
	if part < len(m.model.indexers) {
		return v.index(sortedNames(m.model.indexers)[part])
	}
	part -= len(m.model.indexers)
	if err := m.pinned[part/pinnedParts].verifyPart(part%pinnedParts, m.turn); err != nil {
		return fmt.Errorf("pinned %d: %w", part/pinnedParts, err)
	}
	return nil
}

func (m *machine) verifyIndexers() error {
	got := m.store.GetIndexers()
	if names := sortedNames(got); !slices.Equal(names, sortedNames(m.model.indexers)) {
		return fmt.Errorf("GetIndexers has %v, want %v", names, sortedNames(m.model.indexers))
	}
	if _, err := m.store.Index("unknown", probe); err == nil || err.Error() != unknownIndex {
		return fmt.Errorf("reading an unknown index by Index returned the error %v, want %q", err, unknownIndex)
	}
	return nil
}

// verifyIndexOf asks Index for objects that are stored and one that is not.
func (m *machine) verifyIndexOf() error {
	samples := []any{probe}
	for i := range min(3, len(m.model.keys)) {
		if obj := m.model.items[m.model.keys[(i*7+m.turn)%len(m.model.keys)]]; obj != nil {
			samples = append(samples, obj)
		}
	}
	for name, function := range m.model.indexers {
		for _, sample := range samples {
			if err := m.verifyIndexOfSample(name, function, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *machine) verifyIndexOfSample(name string, function cache.IndexFunc, sample any) error {
	if _, err := function(sample); err != nil {
		return nil // how Index fails has a check of its own
	}
	found := map[string]bool{}
	for _, value := range valuesOf(function, sample) {
		for _, key := range m.model.indexes[name][value] {
			found[key] = true
		}
	}
	want := m.model.objects(slices.Sorted(maps.Keys(found)))
	got, err := m.store.Index(name, sample)
	return errors.Join(err, sameObjects(fmt.Sprintf("Index(%s, %v)", name, sample), got, want))
}

// probe is never stored, and has index values that others have as well.
var probe = func() *object {
	o := tagged("probe", "a,b,,b")
	o.many = []string{"a", "a", ""}
	return o
}()

func (m *machine) verifyVersion() error {
	if got := m.store.LastStoreSyncResourceVersion(); got != m.model.rv {
		return fmt.Errorf("LastStoreSyncResourceVersion() = %q, want %q", got, m.model.rv)
	}
	return nil
}

// verifyBulk is about the store's bulk reads, if it has them.
func (m *machine) verifyBulk() error {
	bulk, ok := m.store.(stores.BulkReader)
	if !ok {
		return nil
	}
	v := verifier{m.store, &m.model.state, "", m.turn}
	return errors.Join(v.bulk(bulk), m.verifyAsked(bulk))
}
