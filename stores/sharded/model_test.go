package sharded_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"informerbench/stores"
	"informerbench/stores/sharded"

	"k8s.io/client-go/tools/cache"
)

// modes are the two stores of the package. The tests below hold for both.
var modes = map[string]stores.Constructor{"shards": sharded.New, "xsync": sharded.NewXsync}

func forEachMode(t *testing.T, f func(t *testing.T, s stores.Store)) {
	for name, create := range modes {
		t.Run(name, func(t *testing.T) { f(t, create(indexers())) })
	}
}

func check(t *testing.T, s stores.Store) {
	t.Helper()
	if err := s.(interface{ Check() error }).Check(); err != nil {
		t.Fatal(err)
	}
}

// TestStructureIsSoundAfterEveryWrite runs random writes; after each, all inner
// references are checked and the content compared with a plain map.
func TestStructureIsSoundAfterEveryWrite(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		m := newMachine(t, s)
		for range 400 {
			m.step()
			check(t, s)
			m.compare(t)
		}
	})
}

type machine struct {
	stores.Store
	model map[string]any
	rng   *rand.Rand
}

func newMachine(t *testing.T, s stores.Store) *machine {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return &machine{Store: s, model: map[string]any{}, rng: rand.New(rand.NewPCG(seed, 0))}
}

func (m *machine) step() {
	switch m.rng.IntN(30) {
	case 0:
		m.model = map[string]any{}
		for range m.rng.IntN(200) {
			m.model[m.key()] = m.thing()
		}
		m.Replace(maps.Clone(m.model), "1")
	case 1, 2, 3:
		var entries []cache.ThreadSafeStoreTransaction
		for range m.rng.IntN(60) {
			if k := m.key(); m.rng.IntN(2) == 0 {
				delete(m.model, k)
				entries = append(entries, del(k))
			} else {
				m.model[k] = m.thing()
				entries = append(entries, put(k, m.model[k]))
			}
		}
		m.Transaction(entries...)
	default:
		if k := m.key(); m.rng.IntN(3) == 0 {
			delete(m.model, k)
			m.Delete(k)
		} else {
			m.model[k] = m.thing()
			m.Update(k, m.model[k])
		}
	}
}

func (m *machine) key() string { return key(m.rng.IntN(250)) }

func (m *machine) thing() any {
	return &thing{n: m.rng.Int(), tags: []string{"", "a", "a,b", "b,a,a", "b", ",a", "c,a,b"}[m.rng.IntN(7)]}
}

func (m *machine) compare(t *testing.T) {
	t.Helper()
	keys := m.ListKeys()
	slices.Sort(keys)
	if !slices.Equal(keys, slices.Sorted(maps.Keys(m.model))) || len(m.List()) != len(keys) {
		t.Fatalf("keys %v", keys)
	}
	for key, obj := range m.model {
		if got, _ := m.Get(key); got != obj {
			t.Fatalf("Get(%q) = %v", key, got)
		}
	}
	for _, value := range []string{"a", "b", "c", ""} {
		var want []string
		for key, obj := range m.model {
			if values, _ := byTags(obj); slices.Contains(values, value) {
				want = append(want, key)
			}
		}
		slices.Sort(want)
		got, _ := m.IndexKeys("tags", value)
		objs, _ := m.ByIndex("tags", value)
		if !slices.Equal(got, want) || len(objs) != len(want) {
			t.Fatalf("under %q: %v, want %v", value, got, want)
		}
	}
	either, _ := m.Index("tags", &thing{tags: "a,b,b"})
	distinct := map[any]bool{}
	for _, obj := range either {
		distinct[obj] = true
	}
	if len(distinct) != len(either) {
		t.Fatalf("Index returns %d objects, %d of them distinct", len(either), len(distinct))
	}
}

// TestKeysOfOneNamespaceSpreadOverAllShards guards against a hash that knows about
// slashes: all keys of one namespace must not be in one shard.
func TestKeysOfOneNamespaceSpreadOverAllShards(t *testing.T) {
	s := sharded.New(nil).(*sharded.Store)
	items := map[string]any{}
	for i := range 16_000 {
		items[fmt.Sprintf("one/namespace/%d", i)] = i
	}
	s.Replace(items, "1")
	if slots := s.Sizes(); slices.Min(slots) < 16_000/len(slots)/2 {
		t.Errorf("shards hold %v", slots)
	}
}
