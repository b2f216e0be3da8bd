package cow_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"informerbench/stores/cow"

	"k8s.io/client-go/tools/cache"
)

// masks are the hash functions under which the bins take every shape: honest, all
// keys in one bin with one tag, in one bin with few tags, few and long bins, in one
// bin with many tags.
var masks = []uint32{1<<32 - 1, 0, 0xC0000000, 0x0000000F, 0x00010001, 0xFF000000}

// TestEveryStateStaysAsItWas runs random writes and checks after each that the
// structure is sound and equals a plain map, and at the end that no state published
// on the way has changed since: no edit wrote into a node that a reader may hold.
func TestEveryStateStaysAsItWas(t *testing.T) {
	for _, mask := range masks {
		t.Run(fmt.Sprintf("mask=%08x", mask), func(t *testing.T) {
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			m := &machine{
				Store: cow.NewMasked(indexers(), mask), model: map[string]any{},
				rng: rand.New(rand.NewPCG(seed, 0)),
			}
			for range 250 {
				m.step()
				m.verify(t)
			}
			for i, past := range m.past {
				if !maps.Equal(past.state.Objects(), past.objects) {
					t.Fatalf("state %d has changed after it was published", i)
				}
				if !samePostings(past.state.Postings(0), past.numbers) || !samePostings(past.state.Postings(1), past.tags) {
					t.Fatalf("an index of state %d has changed after it was published", i)
				}
			}
		})
	}
}

type machine struct {
	*cow.Store
	model map[string]any
	rng   *rand.Rand
	past  []past
}

type past struct {
	state         *cow.State
	objects       map[string]any
	numbers, tags map[string][]string
}

// step writes once. The number of keys drifts between a few and 800, so that nodes
// split and merge.
func (m *machine) step() {
	keys := 20 + m.rng.IntN(4)*m.rng.IntN(260)
	switch m.rng.IntN(40) {
	case 0:
		m.model = map[string]any{}
		for range m.rng.IntN(keys) {
			m.model[m.key(keys)] = m.thing()
		}
		m.Replace(maps.Clone(m.model), "1")
	case 1, 2, 3, 4, 5:
		m.transact(keys)
	default:
		key := m.key(keys)
		if m.rng.IntN(3) == 0 {
			delete(m.model, key)
			m.Delete(key)
			return
		}
		obj := m.thing()
		m.model[key] = obj
		m.Update(key, obj)
	}
}

func (m *machine) transact(keys int) {
	var entries []cache.ThreadSafeStoreTransaction
	mostlyDelete := m.rng.IntN(2) == 0
	for range m.rng.IntN(300) {
		key := m.key(keys)
		if mostlyDelete != (m.rng.IntN(5) == 0) {
			delete(m.model, key)
			entries = append(entries, del(key))
			continue
		}
		obj := m.thing()
		m.model[key] = obj
		entries = append(entries, put(key, obj))
	}
	m.Transaction(entries...)
}

func (m *machine) key(n int) string { return key(m.rng.IntN(n)) }

func (m *machine) thing() any {
	return &thing{n: m.rng.Int(), tags: []string{"", "a", "a,b", "b,a,a", "b", ",a"}[m.rng.IntN(6)]}
}

func (m *machine) verify(t *testing.T) {
	t.Helper()
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	now := past{m.Now(), maps.Clone(m.model), map[string][]string{}, map[string][]string{}}
	for key, obj := range m.model {
		numbers, _ := byNumber(obj)
		tags, _ := byTags(obj)
		slices.Sort(tags)
		enter(now.numbers, key, numbers)
		enter(now.tags, key, slices.Compact(tags))
	}
	if !maps.Equal(now.state.Objects(), now.objects) {
		t.Fatal("objects differ from the model")
	}
	if !samePostings(now.state.Postings(0), now.numbers) || !samePostings(now.state.Postings(1), now.tags) {
		t.Fatal("an index differs from the model")
	}
	if m.rng.IntN(8) == 0 {
		m.past = append(m.past, now)
	}
}

func enter(postings map[string][]string, key string, values []string) {
	for _, value := range values {
		postings[value] = append(postings[value], key)
	}
}

func samePostings(a, b map[string][]string) bool {
	return maps.EqualFunc(a, b, func(a, b []string) bool {
		slices.Sort(a)
		slices.Sort(b)
		return slices.Equal(a, b)
	})
}
