package reflectorbench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"informerbench/workload"
)

const (
	// storeObjectBytes is what store, indexes, handler map, queue and the array of a
	// list take for each object: the Heap measure of the dearest variant, rounded up.
	storeObjectBytes = 1_000
	// httpFactor: the server holds the objects once more, and a list of all of them
	// is encoded and decoded in one piece in paged mode.
	httpFactor = 3
	// collectorFactor: at GOGC=100 the heap grows to twice what is live.
	collectorFactor = 2
)

// Fits reports, as an error with both sizes, that the cell would need more memory
// than the machine or the control group has left. It is an estimate and errs on
// the high side. A system that tells nothing is trusted, and so is a trace, which is examined
// while it is read.
func Fits(c Cell) error {
	if c.replays() {
		return nil // the trace is asked for room while it is read
	}
	c = c.WithDefaults()
	need, have := c.memoryNeed(), availableMemory("/")
	if have > 0 && need > have {
		return fmt.Errorf("%d objects of profile %s with %d events and source %s need about %d MB of memory, but %d MB are available: take fewer objects, fewer events or a lower rate, or profile small",
			c.Objects, c.Profile, c.totalEvents(), c.Source, need>>20, have>>20)
	}
	return nil
}

// FitsPopulation reports, as [Fits] does, that a population alone would need more memory
// than is left.
func FitsPopulation(c workload.Config) error {
	need, have := collectorFactor*int64(workload.EstimateBytes(c)), availableMemory("/")
	if have > 0 && need > have {
		return fmt.Errorf("%d objects of profile %s need about %d MB of memory, but %d MB are available: take fewer objects or profile small",
			c.Objects, c.Profile, need>>20, have>>20)
	}
	return nil
}

// roomFor asks, while objects are read of which nobody knows how many there are, whether the
// machine has as much memory left as they take so far: store, handler map and collector need that.
func roomFor(objects int) error {
	taken, have := int64(heapInUse()), availableMemory("/")
	if have > 0 && taken > have {
		return fmt.Errorf("%d objects are read and take %d MB of memory, and %d MB are left, too few for a store of them beside: use a machine with more memory, or record fewer resources or namespaces",
			objects, taken>>20, have>>20)
	}
	return nil
}

func (c Cell) memoryNeed() int64 {
	objects := int64(workload.EstimateBytes(c.populationConfig()))
	if c.Source == HTTP {
		objects *= httpFactor
	}
	perObject := objects/int64(max(c.Objects, 1)) + storeObjectBytes
	return collectorFactor * perObject * int64(c.Objects+c.totalEvents())
}

// AvailableMemory is what the machine or the control group has left, in bytes; 0 if the system does not tell.
func AvailableMemory() int64 { return availableMemory("/") }

// availableMemory returns the smaller of MemAvailable and what the control group
// leaves, in bytes; 0 if neither is known. root is / outside of tests.
func availableMemory(root string) int64 {
	have := memAvailable(filepath.Join(root, "proc/meminfo"))
	if group := cgroupLeft(root); group > 0 && (have == 0 || group < have) {
		have = group
	}
	return have
}

func memAvailable(path string) int64 {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
}

// cgroupLeft looks at version 2 and then at version 1 of the control groups. What the
// page cache holds counts as used there, though it could be given back, so cached
// files are added again.
func cgroupLeft(root string) int64 {
	base := filepath.Join(root, "sys/fs/cgroup")
	for _, v := range []struct{ limit, used, stat string }{
		{"memory.max", "memory.current", "memory.stat"},
		{"memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat"},
	} {
		limit, ok := readBytes(filepath.Join(base, v.limit))
		used, ok2 := readBytes(filepath.Join(base, v.used))
		if ok && ok2 && limit < 1<<60 { // version 1 says "no limit" with a number near 2^63
			return max(limit-used+inactiveFiles(filepath.Join(base, v.stat)), 1)
		}
	}
	return 0
}

// readBytes reports false for "max", which means no limit.
func readBytes(path string) (int64, bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	return n, err == nil
}

func inactiveFiles(path string) int64 {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "inactive_file "); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(rest), 10, 64)
			return n
		}
	}
	return 0
}
