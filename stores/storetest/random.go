package storetest

import (
	"fmt"
	"strings"
	"testing"

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

// checkRandomOperations is the model test. Rapid prints the seed of a failure.
func checkRandomOperations(t *testing.T, s Subject) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(s, randomIndexers(rapidChooser{rt}))
		step := func(rt *rapid.T, f func() error) {
			if err := within(f); err != nil {
				rt.Fatal(err)
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"": func(rt *rapid.T) { step(rt, m.verify) },
			"operation": func(rt *rapid.T) {
				o := randomOp(rapidChooser{rt}, s)
				rt.Log(o)
				step(rt, func() error { return m.do(o) })
			},
		})
	})
}

func randomOp(c chooser, s Subject) op {
	o := op{kind: opKinds[c.choose(len(opKinds), "operation")]}
	switch o.kind {
	case opAdd, opUpdate, opDeleteWithObject:
		o.key, o.object = randomKey(c), randomObject(c, s)
	case opDelete:
		o.key = randomKey(c)
	case opTransaction:
		for range c.choose(9, "entries") {
			kind := transactionTypes[c.choose(len(transactionTypes), "type")]
			o.entries = append(o.entries, entry(kind, randomKey(c), randomObject(c, s)))
		}
	case opReplace:
		o.rv, o.items = randomVersion(c), map[string]any{}
		for range c.choose(9, "items") {
			o.items[randomKey(c)] = randomObject(c, s)
		}
	case opBookmark:
		o.rv = randomVersion(c)
	case opAddIndexers:
		o.indexers = randomIndexers(c)
	}
	return o
}

var transactionTypes = []cache.TransactionType{
	cache.TransactionTypeAdd, cache.TransactionTypeUpdate, cache.TransactionTypeUpdate, cache.TransactionTypeDelete, cache.TransactionTypeDelete, "Bogus",
}

func randomKey(c chooser) string { return keyUniverse[c.choose(len(keyUniverse), "key")] }

func randomVersion(c chooser) string {
	return []string{"", "9", "10", "100", "abc-1"}[c.choose(5, "version")]
}

// randomObject returns broken objects only to stores that keep the old state
// when an index function fails: for others the model does not hold.
func randomObject(c chooser, s Subject) any {
	switch c.choose(12, "object") {
	case 0:
		return nil
	case 1:
		return "text"
	}
	o := newObject(fmt.Sprint("n", c.choose(3, "namespace")), fmt.Sprint("o", c.choose(3, "name")), randomVersion(c))
	o.tags = strings.Join(randomValues(c), ",")
	o.many = randomValues(c)
	o.broken = c.choose(8, "broken") == 7 && s.keepsOldState()
	return o
}

func randomValues(c chooser) []string {
	var values []string
	for range c.choose(4, "values") {
		values = append(values, []string{"a", "b", "c", ""}[c.choose(4, "value")])
	}
	return values
}

func randomIndexers(c chooser) cache.Indexers {
	indexers := cache.Indexers{}
	for _, name := range sortedNames(shapes) {
		if c.choose(2, name) == 1 {
			indexers[name] = shapes[name]
		}
	}
	return indexers
}
