package storebench

import (
	"strconv"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// filled is a store with a population in it, and the knowledge which version of each object
// it must hold.
type filled struct {
	features
	p *population
	// second tells of each pick whether its second version is in the store. Each element
	// belongs to the one writer that has the pick in its part.
	second []bool
	cursor int // where a writer alone goes on
}

func newFilled(new stores.Constructor, indexers cache.Indexers, p *population) *filled {
	return &filled{features: featuresOf(new(indexers)), p: p, second: make([]bool, len(p.picks))}
}

// fill exchanges the whole content, unmeasured.
func (f *filled) fill(order string) {
	f.ReplaceList(f.p.list(order, false), f.version())
	f.replaced(false)
}

func (f *filled) version() string { return strconv.Itoa(4 * len(f.p.keys)) }

// replaced notes which version a Replace has brought.
func (f *filled) replaced(second bool) {
	for i := range f.second {
		f.second[i] = second
	}
}

// writer updates the objects of one part of the population, round and round, each time to the
// version that is not in the store. An update changes no index value, like most in a
// cluster. Writers of different parts may run together.
type writer struct {
	f             *filled
	low, high, at int
}

// writer returns writer number i of count.
func (f *filled) writer(i, count int) *writer {
	n := len(f.p.picks)
	w := &writer{f: f, low: i * n / count, high: (i + 1) * n / count}
	if w.at = w.low; count == 1 {
		w.at = f.cursor
	}
	return w
}

func (w *writer) update() {
	pick := &w.f.p.picks[w.at]
	next := !w.f.second[w.at]
	w.f.Update(pick.key, pick.version(next))
	w.f.second[w.at] = next
	w.advance()
}

// batch fills into with the next updates, one transaction.
func (w *writer) batch(into []cache.ThreadSafeStoreTransaction) {
	for i := range into {
		pick := &w.f.p.picks[w.at]
		next := !w.f.second[w.at]
		into[i] = cache.ThreadSafeStoreTransaction{
			Transaction: cache.Transaction{Type: cache.TransactionTypeUpdate, Object: pick.version(next)},
			Key:         pick.key,
		}
		w.f.second[w.at] = next
		w.advance()
	}
}

func (w *writer) advance() {
	if w.at++; w.at == w.high {
		w.at = w.low
	}
}

// done lets the next writer that is alone go on here: at a million objects it finds ones that
// are not in the cache.
func (w *writer) done() {
	if w.high-w.low == len(w.f.p.picks) {
		w.f.cursor = w.at
	}
}
