package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
	"pgregory.net/rapid"
)

// chooser makes the choices of a random operation: from rapid, or from the bytes
// of a fuzzer.
type chooser interface {
	// choose returns a number from 0 to n-1.
	choose(n int, what string) int
}

type rapidChooser struct{ t *rapid.T }

func (c rapidChooser) choose(n int, what string) int {
	return rapid.IntRange(0, n-1).Draw(c.t, what)
}

// luck chooses by a generator that was seeded.
type luck struct{ *rand.Rand }

func (l luck) choose(n int, _ string) int { return l.IntN(n) }

// checkRandomOperations is the model test. Rapid prints the seed of a failure.
func checkRandomOperations(t *testing.T, s Subject) {
	rapid.Check(t, func(rt *rapid.T) {
		w := randomWorld(rapidChooser{rt}, s)
		m := newMachine(s, w.indexers)
		m.light = raceEnabled // a hundred sequences would else take minutes
		step := func(rt *rapid.T, f func() error) {
			if err := within(f); err != nil {
				rt.Fatal(err)
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"": func(rt *rapid.T) { step(rt, m.verifyStep) },
			"operation": func(rt *rapid.T) {
				o := w.op(rapidChooser{rt})
				rt.Log(o)
				step(rt, func() error { return m.do(o) })
			},
		})
		step(rt, m.finish)
	})
}

// world is what one sequence of random operations has in common.
type world struct {
	subject  Subject
	indexers cache.Indexers
	// large adds operations on hundreds of keys, so that what a store keeps in
	// chunks, leaves or tables fills, empties, and is used again.
	large bool
}

func randomWorld(c chooser, s Subject) *world {
	w := &world{subject: s, large: c.choose(3, "large") == 1}
	w.indexers = w.randomIndexers(c)
	return w
}

// bigKeys are the keys of operations on many.
const bigKeys = 400

func bigKey(i int) string { return fmt.Sprint("big/", i) }

func (w *world) op(c chooser) op {
	if w.large && c.choose(3, "many") > 0 {
		return w.opOnMany(c)
	}
	o := op{kind: opKinds[c.choose(len(opKinds), "operation")]}
	switch o.kind {
	case opAdd, opUpdate, opDeleteWithObject:
		o.key, o.object = w.randomKey(c), w.randomObject(c)
	case opDelete:
		o.key = w.randomKey(c)
	case opTransaction, opTransactionAt, opSingles:
		if o.kind == opTransactionAt {
			o.rv = randomVersion(c)
		}
		for range c.choose(9, "entries") {
			kind := transactionTypes[c.choose(len(transactionTypes), "type")]
			o.entries = append(o.entries, entry(kind, w.randomKey(c), w.randomObject(c)))
		}
	case opReplace:
		o.rv, o.items = randomVersion(c), map[string]any{}
		for range c.choose(9, "items") {
			o.items[w.randomKey(c)] = w.randomObject(c)
		}
	case opReplaceList:
		o.rv = randomVersion(c)
		for range c.choose(9, "items") {
			o.list = append(o.list, stores.Item{Key: w.randomKey(c), Object: w.randomObject(c)})
		}
	case opBookmark:
		o.rv = randomVersion(c)
	case opAddIndexers:
		o.indexers = w.randomIndexers(c)
	case opClose, opForget:
		o.at = c.choose(maxPinned, "at")
	}
	return o
}

var transactionTypes = []cache.TransactionType{
	cache.TransactionTypeAdd, cache.TransactionTypeUpdate, cache.TransactionTypeUpdate, cache.TransactionTypeDelete, cache.TransactionTypeDelete, "Bogus",
}

func (w *world) randomKey(c chooser) string {
	if w.large && c.choose(2, "big") == 1 {
		return bigKey(c.choose(bigKeys, "key"))
	}
	return keyUniverse[c.choose(len(keyUniverse), "key")]
}

func randomVersion(c chooser) string {
	return []string{"", "9", "10", "100", "abc-1"}[c.choose(5, "version")]
}

// randomObject returns broken objects only to stores that keep the old state
// when an index function fails: for others the model does not hold.
func (w *world) randomObject(c chooser) any {
	// To the index "meta" an object without metadata is broken.
	if _, meta := w.indexers["meta"]; c.choose(5, "object") == 0 && !(meta && c.choose(8, "broken") > 0) {
		return strange(c)
	}
	o := newObject(fmt.Sprint("n", c.choose(3, "namespace")), fmt.Sprint("o", c.choose(3, "name")), randomVersion(c))
	o.tags = strings.Join(randomValues(c), ",")
	o.many = randomValues(c)
	o.broken = c.choose(8, "broken") == 7 && w.subject.keepsOldState()
	return o
}

func randomValues(c chooser) []string {
	var values []string
	for range c.choose(4, "values") {
		values = append(values, []string{"a", "b", "c", ""}[c.choose(4, "value")])
	}
	return values
}

func (w *world) randomIndexers(c chooser) cache.Indexers {
	indexers := cache.Indexers{}
	for _, name := range sortedNames(shapes) {
		if c.choose(2, name) == 1 && (name != "meta" || w.subject.keepsOldState()) {
			indexers[name] = shapes[name]
		}
	}
	return indexers
}
