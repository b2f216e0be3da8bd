package recommend_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
	"informerbench/report/recommend"
	"informerbench/stores"
)

// keptAs is an informer with a way to keep objects, and what it takes and costs, of what client-go's takes and costs.
type keptAs struct {
	informer, kept                       string
	heap, peak, cpu, gc, sync, hot, cold float64
}

// ways are made up, with figures such as the real ones have.
var ways = []keptAs{
	{"clientgo", "plain", 1, 1, 1, 1, 1, 1, 1},
	{"clientgo-again", "plain", 1.001, 1.002, 1.02, 1.01, 0.99, 1.01, 0.99},
	{"clientgo+share", "share", 0.34, 0.45, 1.1, 0.5, 1.25, 1, 1},
	{"wire", "plain", 0.99, 1, 0.85, 0.95, 0.5, 0.9, 0.9},
	{"wire+intern", "intern", 0.85, 0.9, 0.9, 0.8, 0.6, 0.9, 0.9},
	{"wire+encoded", "encoded", 0.36, 0.4, 0.8, 0.45, 0.5, 0.9, 0.9},
	{"wire+strip+encoded", "strip-encoded", 0.29, 0.33, 0.75, 0.4, 0.48, 0.9, 0.9},
	{"packed", "packed", 0.11, 0.2, 1.7, 0.2, 0.9, 3, 60},
}

// surround is how figures of client-go depend on the number of objects.
type surround func(figure string, objects float64) float64

// level is client-go with objects of 15.6 KB, whose figures hardly depend on their number.
func level(figure string, objects float64) float64 {
	return map[string]float64{
		"objects": 15_600, "overhead": 200, "peak": 16_500 * objects, "sync": 110_000 * objects,
		"cpu": 120_000 * math.Pow(objects/1e5, 0.1), "gc": 40_000 * math.Pow(objects/1e5, 0.2), "hot": 300, "cold": 900,
	}[figure]
}

// keptText is a run of compactbench: for each size, round and way a line of each kind.
func keptText(sizes []int, rounds int, noise float64, at surround) string {
	dice := rand.New(rand.NewPCG(7, uint64(len(sizes)*rounds)))
	var b strings.Builder
	b.WriteString("goos: linux\ngoarch: amd64\ncpu: Example CPU\nkernel: 6.1\ngo: go1.26.8\ngogc: 100\ngomemlimit: off\ncommit: 0123456\n")
	b.WriteString("Unit heap-B/object better=lower\nUnit get-ns better=lower\n")
	for _, n := range sizes {
		for range rounds {
			for _, w := range ways {
				f := func(figure string, times float64) float64 {
					return at(figure, float64(n)) * times * math.Exp(noise*dice.NormFloat64())
				}
				params := fmt.Sprintf("informer=%s/kept=%s/pods=%d/profile=real/procs=2", w.informer, w.kept, n)
				objects, overhead := f("objects", w.heap), f("overhead", w.heap)
				fmt.Fprintf(&b, "BenchmarkCompactMemory/%s/gogc=25-2 1 %.1f heap-B/object %.1f objects-B/object %.1f overhead-B/object %.0f peak-B\n",
					params, objects+overhead, objects, overhead, f("peak", w.peak))
				fmt.Fprintf(&b, "BenchmarkCompactSync/%s/gogc=100-2 1 %.0f sync-ns\n", params, f("sync", w.sync))
				fmt.Fprintf(&b, "BenchmarkCompactChurn/%s/gogc=100/events=200000-2 1 %.1f cpu-ns/event %.1f gc-cpu-ns/event\n",
					params, f("cpu", w.cpu), f("gc", w.gc))
				fmt.Fprintf(&b, "BenchmarkCompactGet/%s/gogc=100/reads=hot-2 1 %.2f get-ns\n", params, f("hot", w.hot))
				fmt.Fprintf(&b, "BenchmarkCompactGet/%s/gogc=100/reads=cold-2 1 %.2f get-ns\n", params, f("cold", w.cold))
			}
		}
	}
	return b.String()
}

// readText reads results, and those of more files.
func readText(t *testing.T, text string, more ...string) *report.Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(append(more, path)...)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func keptModel(t *testing.T, rounds int, more ...string) *recommend.Model {
	t.Helper()
	m, err := recommend.FromResults(readText(t, keptText([]int{20_000, 100_000}, rounds, 0.005, level), more...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// withPacked offers what the catalogue does.
var withPacked = recommend.Options{
	Offers:  offers.Offers,
	Copying: []recommend.Offer{{Name: "packed", Guarantees: stores.Guarantees()[:5], Constructor: "packed.New"}},
}

// pods is a cluster on measured cells.
func pods(limit recommend.Bytes, allow ...string) recommend.Cluster {
	return recommend.Cluster{Objects: 100_000, Cores: 2, MemoryLimit: limit, Allow: allow}
}

func keep(t *testing.T, m *recommend.Model, c recommend.Cluster) *recommend.Keeping {
	t.Helper()
	a, err := m.Recommend(c, withPacked)
	if err != nil {
		t.Fatal(err)
	}
	if a.Keeping == nil {
		t.Fatal("nothing is said of how objects are kept")
	}
	return a.Keeping
}

// named is the way of that name.
func named(t *testing.T, k *recommend.Keeping, name string) *recommend.Way {
	t.Helper()
	for _, w := range k.Ways {
		if w.Subject.String() == name {
			return w
		}
	}
	t.Fatalf("no way %s", name)
	return nil
}

func chosen(k *recommend.Keeping) string {
	if k.Recommended == nil {
		return "none"
	}
	return k.Recommended.Subject.String()
}
