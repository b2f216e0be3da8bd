package keyorder_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"informerbench/stores/internal/keyorder"

	"k8s.io/apimachinery/pkg/util/sets"
)

// shuffles is how many orders of the same keys a benchmark goes through, so that the processor
// does not learn one by heart.
const shuffles = 64

// BenchmarkSort compares with slices.Sort, and with client-go's way to sorted keys, which copies a
// set and sorts the copy; the copying alone has a line of its own.
func BenchmarkSort(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 100000} {
		orders := shuffled(podKeys(n))
		b.Run(fmt.Sprintf("sort=keyorder/keys=%d", n), sortEach(orders, keyorder.Sort))
		b.Run(fmt.Sprintf("sort=slices/keys=%d", n), sortEach(orders, slices.Sort[[]string]))
		set := sets.New(orders[0]...)
		b.Run(fmt.Sprintf("sort=sets/keys=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sets.List(set)
			}
		})
		b.Run(fmt.Sprintf("sort=none/keys=%d", n), func(b *testing.B) {
			for b.Loop() {
				set.UnsortedList()
			}
		})
		slices.Sort(orders[0])
		b.Run(fmt.Sprintf("sort=sorted/keys=%d", n), sortEach(orders[:1], keyorder.Sort))
	}
}

func shuffled(keys []string) [][]string {
	r := rand.New(rand.NewPCG(2, uint64(len(keys))))
	orders := make([][]string, shuffles)
	for i := range orders {
		orders[i] = slices.Clone(keys)
		r.Shuffle(len(keys), func(a, b int) { orders[i][a], orders[i][b] = orders[i][b], orders[i][a] })
	}
	return orders
}

func sortEach(orders [][]string, sort func([]string)) func(b *testing.B) {
	return func(b *testing.B) {
		b.ReportAllocs()
		work := make([]string, len(orders[0]))
		for i := 0; b.Loop(); i++ {
			copy(work, orders[i%len(orders)])
			sort(work)
		}
	}
}
