package keytree_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"informerbench/workload/source/internal/keytree"
)

// model is a tree beside the plain map that it must equal.
type model struct {
	tree *keytree.Tree[int]
	want map[string]int
}

func (m model) check(t *rapid.T) {
	keys := slices.Sorted(maps.Keys(m.want))
	var got []string
	for key, value := range m.tree.From("") {
		got = append(got, key)
		if value != m.want[key] {
			t.Fatalf("value of %q is %d, want %d", key, value, m.want[key])
		}
	}
	if !slices.Equal(got, keys) {
		t.Fatalf("keys are %q, want %q", got, keys)
	}
	if m.tree.Len() != len(keys) {
		t.Fatalf("length is %d, want %d", m.tree.Len(), len(keys))
	}
	for i, key := range keys {
		if rank := m.tree.Rank(key); rank != i {
			t.Fatalf("rank of %q is %d, want %d", key, rank, i)
		}
	}
}

func TestTreeAndItsClonesEqualPlainMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models := []model{{keytree.New[int](), map[string]int{}}}
		keyCount := rapid.SampledFrom([]int{10, 1000}).Draw(t, "keys")
		steps := rapid.IntRange(0, 400).Draw(t, "steps")
		for step := range steps {
			m := models[rapid.IntRange(0, len(models)-1).Draw(t, "tree")]
			key := fmt.Sprintf("%04d", rapid.IntRange(0, keyCount-1).Draw(t, "key"))
			was, existed := m.want[key]
			switch op := rapid.IntRange(0, 20).Draw(t, "op"); {
			case op == 0 && len(models) < 4:
				models = append(models, model{m.tree.Clone(), maps.Clone(m.want)})
			case op < 9:
				if m.tree.Insert(key, step) == existed {
					t.Fatalf("insert of %q: existed is %v", key, existed)
				}
				if !existed {
					m.want[key] = step
				}
			case op < 14:
				if got, ok := m.tree.Replace(key, step); ok != existed || got != was {
					t.Fatalf("replace of %q gave %d, %v; want %d, %v", key, got, ok, was, existed)
				}
				if existed {
					m.want[key] = step
				}
			case op < 18:
				if got, ok := m.tree.Delete(key); ok != existed || got != was {
					t.Fatalf("delete of %q gave %d, %v; want %d, %v", key, got, ok, was, existed)
				}
				delete(m.want, key)
			default:
				if got, ok := m.tree.Get(key); ok != existed || got != was {
					t.Fatalf("get of %q gave %d, %v; want %d, %v", key, got, ok, was, existed)
				}
			}
		}
		for _, m := range models {
			m.check(t)
		}
	})
}

// Deep trees: several levels of splits on the way up, merges on the way down.
func TestTreeGrowsAndShrinks(t *testing.T) {
	const n = 20_000
	tree := keytree.New[int]()
	for i := range n {
		tree.Insert(fmt.Sprintf("%06d", i*7919%n), i)
	}
	before := tree.Clone()
	for i := range n {
		if i%1000 != 0 {
			if _, ok := tree.Delete(fmt.Sprintf("%06d", i)); !ok {
				t.Fatalf("key %d is not there", i)
			}
		}
	}
	if got := tree.Len(); got != n/1000 {
		t.Errorf("%d entries are left, want %d", got, n/1000)
	}
	var rest []string
	for key := range tree.From("010000") {
		rest = append(rest, key)
	}
	if len(rest) != 10 || rest[0] != "010000" {
		t.Errorf("from 010000 on there is %q", rest)
	}
	next := 0
	for key := range before.From("") {
		if key != fmt.Sprintf("%06d", next) {
			t.Fatalf("the clone has %q in place %d", key, next)
		}
		next++
	}
	if next != n {
		t.Errorf("the clone has %d entries, want %d", next, n)
	}
}
