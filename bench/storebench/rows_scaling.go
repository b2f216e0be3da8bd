package storebench

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/cache"
)

// scalingRows: how do reads a second grow with readers beside a writer, and writes a second
// with writers? Each is measured with every GOMAXPROCS that is asked for.
func scalingRows() []Row {
	var rows []Row
	for _, op := range []string{"get", "byindex", "list"} {
		for _, readers := range []int{1, 2, 4, 8, 16} {
			rows = append(rows, Row{
				Op:      "scale" + op,
				Params:  []string{"indexes=3", "order=" + orderKey, fmt.Sprintf("readers=%d", readers), "writers=1"},
				Units:   []string{"reads/s", "writes/s"},
				on:      onKeyed,
				scaling: true,
				at:      scales,
				measure: func(c *cell) ([]float64, error) {
					return readersBeside(c, readers, c.turn(readers+1), scaledReads(c)[op])
				},
			})
		}
	}
	for _, writers := range []int{1, 2, 4} {
		rows = append(rows, Row{
			Op: "scaleupdate", Params: []string{"indexes=3", "order=" + orderKey, fmt.Sprintf("writers=%d", writers)},
			Units: []string{"writes/s"}, on: onKeyed, scaling: true, at: scales,
			measure: func(c *cell) ([]float64, error) {
				return writersTogether(c, writers), nil
			},
		})
	}
	return rows
}

// scales leaves out small populations, for time: what is to be seen there is seen with 100,000.
func scales(objects int) bool { return objects >= 100_000 || objects < 10_000 }

// turn is long enough that each goroutine has had a core for one of the scheduler's slices of 10 ms.
func (c *cell) turn(goroutines int) time.Duration {
	slices := time.Duration(goroutines) * 10 * time.Millisecond / time.Duration(runtime.GOMAXPROCS(0))
	return c.time(30*time.Millisecond+slices, 100*time.Millisecond+slices)
}

// scaledRead does one read and tells whether it had the results that it must have.
type scaledRead func(i int) bool

func scaledReads(c *cell) map[string]scaledRead {
	f := c.f
	return map[string]scaledRead{
		"get": func(i int) bool {
			_, ok := f.Get(f.p.picks[i%len(f.p.picks)].key)
			return ok
		},
		"byindex": func(i int) bool {
			found, err := f.ByIndex(cache.NamespaceIndex, f.p.namespaces[i%len(f.p.namespaces)])
			return err == nil && len(found) == perNamespace
		},
		"list": func(int) bool { return len(f.List()) == c.objects },
	}
}

// readersBeside lets readers read beside one writer.
func readersBeside(c *cell, readers int, d time.Duration, read scaledRead) ([]float64, error) {
	var wrong atomic.Int64
	crew := newCrew()
	w := c.f.writer(0, 1)
	writing := crew.add(w.update)
	for r := range readers {
		i := r * 1009
		crew.add(func() {
			if i++; !read(i) {
				wrong.Add(1)
			}
		})
	}
	crew.run(d)
	w.done()
	if wrong.Load() > 0 {
		return nil, fmt.Errorf("%d reads had other results than they must have", wrong.Load())
	}
	return []float64{together(crew.rates[1:]), perSecond(writing.n, writing.took)}, nil
}

// writersTogether lets writers update objects of their own.
func writersTogether(c *cell, writers int) []float64 {
	crew := newCrew()
	for i := range writers {
		crew.add(c.f.writer(i, writers).update)
	}
	crew.run(c.turn(writers))
	return []float64{together(crew.rates)}
}
