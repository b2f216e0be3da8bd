package mvcc

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"informerbench/stores"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// pod and node are objects with metadata, of two dynamic types.
type pod struct {
	metav1.ObjectMeta
	values []string
}

type node struct {
	metav1.ObjectMeta
	values []string
}

func (p *pod) String() string  { return fmt.Sprintf("pod@%s%q", p.ResourceVersion, p.values) }
func (n *node) String() string { return fmt.Sprintf("node@%s%q", n.ResourceVersion, n.values) }

func newPod(rv string, values ...string) *pod {
	return &pod{metav1.ObjectMeta{Namespace: "ns", ResourceVersion: rv}, values}
}

// valuesOf are the index values of any object that the tests store, duplicates included.
func valuesOf(obj any) []string {
	switch o := obj.(type) {
	case *pod:
		return o.values
	case *node:
		return o.values
	case string:
		return strings.Split(o, ",")
	case int:
		return []string{fmt.Sprint("v", o%5)}
	default:
		return nil
	}
}

// shapes are index functions of every shape: none, one or several values, duplicates.
var shapes = cache.Indexers{
	"several": func(obj any) ([]string, error) { return valuesOf(obj), nil },
	"one": stores.Single(func(obj any) (string, bool, error) {
		if values := valuesOf(obj); len(values) > 0 {
			return values[0], true, nil
		}
		return "", false, nil
	}),
	"all":  func(any) ([]string, error) { return []string{"all", "all"}, nil },
	"type": stores.Single(func(obj any) (string, bool, error) { return fmt.Sprintf("%T", obj), true, nil }),
	"none": func(any) ([]string, error) { return nil, nil },
}

func only(names ...string) cache.Indexers {
	some := cache.Indexers{}
	for _, name := range names {
		some[name] = shapes[name]
	}
	return some
}

func newStore(names ...string) *Store { return New(only(names...)).(*Store) }

// state is what a store must hold.
type state struct {
	items map[string]any
	rv    string
}

func (s *state) clone() *state { return &state{maps.Clone(s.items), s.rv} }

// put and remove follow client-go's rule for the resource version, see package version.
func (s *state) put(key string, obj any) {
	s.items[key] = obj
	s.take(obj)
}

func (s *state) remove(key string, obj any) {
	delete(s.items, key)
	s.take(obj)
}

func (s *state) take(obj any) {
	if o, ok := obj.(metav1.Object); ok {
		s.rv = o.GetResourceVersion()
	}
}

// keysBy are the keys under each value of an index, sorted.
func (s *state) keysBy(name string) map[string][]string {
	under := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(s.items)) {
		if s.items[key] == nil {
			continue // as in client-go, a nil object is under no value
		}
		values, _ := shapes[name](s.items[key])
		for _, value := range slices.Compact(slices.Sorted(slices.Values(values))) {
			under[value] = append(under[value], key)
		}
	}
	return under
}

// chooser is where a random history comes from: a seed, or the bytes of a fuzzer.
type chooser interface{ choose(n int) int }

type seeded struct{ *rand.Rand }

func (s seeded) choose(n int) int { return s.IntN(n) }

func fromSeed(seed uint64) chooser { return seeded{rand.New(rand.NewPCG(seed, 1))} }

// spelled chooses by one byte each, and 0 when there are no more.
type spelled struct{ data []byte }

func (s *spelled) choose(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b) % n
}

// world is a store, what it must hold, and the views that were taken of it.
type world struct {
	chooser
	store  *Store
	state  *state
	seen   []seen
	serial int
}

func newWorld(c chooser) *world {
	w := &world{chooser: c, state: &state{items: map[string]any{}}}
	w.store = newStore([]string{"one", "several", "all", "type", "none"}[:c.choose(6)]...)
	return w
}

// seen is a view and the state that it must show for ever.
type seen struct {
	view  view
	state *state
}

// look takes a view with its indexes, as a snapshot does.
func (w *world) look() {
	w.seen = append(w.seen, seen{pinnedView(w.store), w.state.clone()})
}

func pinnedView(s *Store) view { return *s.pin().view() }

func (w *world) object() any {
	w.serial++
	var values []string
	for range w.choose(4) {
		values = append(values, fmt.Sprint("v", w.choose(6)*w.choose(4)))
	}
	meta := metav1.ObjectMeta{Namespace: "ns", ResourceVersion: fmt.Sprint(w.serial)}
	switch w.choose(10) {
	case 0:
		return nil
	case 1:
		return w.serial
	case 2:
		return strings.Join(append(values, fmt.Sprint("s", w.serial)), ",")
	case 3:
		return &node{meta, values}
	default:
		return &pod{meta, values}
	}
}

func (w *world) key() string { return fmt.Sprint("k", w.choose(120)) }
