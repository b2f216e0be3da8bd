package storebench

import (
	"fmt"
	"time"
)

// listerRows: what is left of a writer beside many readers that list in a loop, and of
// them? Stores that can yield after a large read are measured with and without: what
// that changes is Go's scheduler's doing, not the store's.
func listerRows() []Row {
	var rows []Row
	for _, listers := range []int{1, 10, 80} {
		rows = append(rows, Row{
			Op:     "listers",
			Params: []string{"indexes=3", "order=" + orderKey, fmt.Sprintf("listers=%d", listers), "writers=1"},
			Units:  []string{"reads/s", "writes/s"},
			on:     onKeyed,
			yields: true,
			// With 10,000 objects a List is short, and with a million one turn of 80 takes seconds.
			at: func(objects int) bool { return objects == 100_000 || objects < 10_000 },
			measure: func(c *cell) ([]float64, error) {
				return readersBeside(c, listers, c.time(listersTime(listers), 0), scaledReads(c)["list"])
			},
		})
	}
	return rows
}

// listersTime is at least two turns of all goroutines on two cores, at 10 ms each.
func listersTime(listers int) time.Duration {
	return 100*time.Millisecond + time.Duration(listers)*10*time.Millisecond
}
