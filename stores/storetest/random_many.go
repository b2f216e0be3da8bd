package storetest

import (
	"fmt"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// opOnMany is an operation on a run of up to all big keys: it fills, rewrites, thins
// out or empties the store, at once or key by key.
func (w *world) opOnMany(c chooser) op {
	first, n := c.choose(bigKeys, "first"), 1+c.choose(bigKeys, "n")
	stride := []int{1, 1, 3, 64}[c.choose(4, "stride")]
	if kind := c.choose(8, "how"); kind < 2 {
		return w.replaceMany(c, kind == 0, first, n, stride)
	}
	o := op{kind: []opKind{opTransaction, opSingles, opTransactionAt}[c.choose(3, "singly")]}
	what, salt := c.choose(4, "what"), c.choose(7, "salt")
	for i := range n {
		key := bigKey((first + i*stride) % bigKeys)
		switch {
		case what == 0 || (what == 1 && i%3 > 0): // all of them, or two of three, go
			o.entries = append(o.entries, drop(key, nil))
		case what == 1: // gone and back in one transaction
			o.entries = append(o.entries, drop(key, nil), entry(cache.TransactionTypeAdd, key, manyObject(i, salt)))
		default:
			o.entries = append(o.entries, put(key, manyObject(i, salt)))
		}
	}
	if what == 3 && c.choose(8, "broken") == 7 { // one of many
		o.entries = append(o.entries, put(bigKey(0), w.randomObject(c)))
	}
	return o
}

func (w *world) replaceMany(c chooser, list bool, first, n, stride int) op {
	o := op{kind: opReplace, rv: randomVersion(c), items: map[string]any{}}
	salt := c.choose(7, "salt")
	for i := range n {
		key := bigKey((first + i*stride) % bigKeys)
		o.items[key] = manyObject(i, salt)
		o.list = append(o.list, stores.Item{Key: key, Object: o.items[key]})
	}
	if list { // a stride can come by a key again: the last counts
		o.kind, o.items = opReplaceList, nil
		return o
	}
	o.list = nil
	return o
}

// manyObject is cheap to choose: its index values follow from i and salt.
func manyObject(i, salt int) *object {
	o := newObject(fmt.Sprint("n", (i+salt)%3), fmt.Sprint("o", i*salt%5), fmt.Sprint(100+salt))
	o.tags = []string{"", "a", "a,b", "c", "b,c,a"}[(i*3+salt)%5]
	o.many = [][]string{nil, {"a"}, {"a", "a", "b"}, {""}}[(i/2+salt)%4]
	return o
}
