package storebench

import (
	"fmt"
	"math/rand/v2"

	"k8s.io/client-go/tools/cache"
)

// reading is one kind of read, alone on a quiet store.
type reading struct {
	op     string
	params []string
	every  int // reads between two looks at the clock
	// prepare returns the read, which returns how many results it has, and how many it
	// must have.
	prepare func(f *filled) (read func(i int) int, results int)
	// objects are the results of one read, for a check; nil where there are no objects.
	objects func(f *filled) []any
}

func readRows() []Row {
	var rows []Row
	for _, on := range []stage{onRandom, onKeyed} {
		order := on.order()
		for _, r := range readings() {
			if on == onRandom && r.op != "get" && r.op != "byindex" && r.op != "list" && r.op != "all" {
				continue
			}
			rows = append(rows, Row{
				Op: r.op, Params: append([]string{"indexes=3", "order=" + order}, r.params...),
				Units: []string{"ns/op"}, on: on, measure: r.measure,
			})
		}
	}
	return rows
}

func readings() []reading {
	byNamespace, byNode := []string{"index=" + cache.NamespaceIndex}, []string{"index=" + nodeIndex}
	var buffer []any
	return []reading{
		{op: "get", every: 256, prepare: get},
		{op: "byindex", params: byNamespace, every: 4, prepare: onNamespaces(func(f *filled, value string) int {
			found, _ := f.ByIndex(cache.NamespaceIndex, value)
			return len(found)
		}), objects: func(f *filled) []any { return must(f.ByIndex(cache.NamespaceIndex, f.p.namespaces[0])) }},
		{op: "byindex", params: byNode, every: 16, prepare: onNodes(func(f *filled, value string) int {
			found, _ := f.ByIndex(nodeIndex, value)
			return len(found)
		}), objects: func(f *filled) []any { return must(f.ByIndex(nodeIndex, f.p.nodes[0])) }},
		{op: "appendbyindex", params: byNamespace, every: 4, prepare: onNamespaces(func(f *filled, value string) int {
			buffer, _ = f.AppendByIndex(buffer[:0], cache.NamespaceIndex, value)
			return len(buffer)
		}), objects: func(f *filled) []any { return must(f.AppendByIndex(nil, cache.NamespaceIndex, f.p.namespaces[0])) }},
		{op: "byindexall", params: byNamespace, every: 4, prepare: onNamespaces(func(f *filled, value string) int {
			return f.countByIndex(cache.NamespaceIndex, value)
		})},
		{op: "indexkeys", params: byNamespace, every: 1, prepare: onNamespaces(func(f *filled, value string) int {
			keys, _ := f.IndexKeys(cache.NamespaceIndex, value)
			return len(keys)
		})},
		{op: "list", every: 1, prepare: whole(func(f *filled) int { return len(f.List()) }),
			objects: func(f *filled) []any { return f.List() }},
		{op: "appendlist", every: 1, prepare: whole(func(f *filled) int {
			buffer = f.AppendList(buffer[:0])
			return len(buffer)
		}), objects: func(f *filled) []any { return f.AppendList(nil) }},
		{op: "all", every: 1, prepare: whole(func(f *filled) int { return f.countAll() })},
		{op: "listkeys", every: 1, prepare: whole(func(f *filled) int { return len(f.ListKeys()) })},
	}
}

func get(f *filled) (func(int) int, int) {
	picks, at := f.p.picks, f.cursor
	return func(int) int {
		if at++; at >= len(picks) {
			at = 0
		}
		if _, ok := f.Get(picks[at].key); !ok {
			return 0
		}
		return 1
	}, 1
}

func onNamespaces(read func(f *filled, value string) int) func(*filled) (func(int) int, int) {
	return func(f *filled) (func(int) int, int) {
		return roundAbout(f, f.p.namespaces, read), perNamespace
	}
}

func onNodes(read func(f *filled, value string) int) func(*filled) (func(int) int, int) {
	return func(f *filled) (func(int) int, int) { return roundAbout(f, f.p.nodes, read), perNode }
}

// roundAbout reads one value after the other, in the same random order with every store.
func roundAbout(f *filled, values []string, read func(f *filled, value string) int) func(int) int {
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(values))
	return func(i int) int { return read(f, values[order[i%len(order)]]) }
}

func whole(read func(f *filled) int) func(*filled) (func(int) int, int) {
	return func(f *filled) (func(int) int, int) { return func(int) int { return read(f) }, len(f.p.keys) }
}

func (r reading) measure(c *cell) ([]float64, error) {
	read, results := r.prepare(c.f)
	found, budget := 0, c.budget()
	if results == len(c.f.p.keys) {
		budget = c.longBudget()
	}
	n, took := timed(budget, r.every, func(i int) { found += read(i) })
	if want := (n + r.every) * results; found != want {
		return nil, fmt.Errorf("%d reads had %d results, want %d", n+r.every, found, want)
	}
	if r.objects != nil {
		if err := c.f.content().holds(r.op, r.objects(c.f), results); err != nil {
			return nil, err
		}
	}
	return []float64{perOp(took, n)}, nil
}

// must takes a read that cannot fail: the index exists, as the count of results shows.
func must(found []any, _ error) []any { return found }
