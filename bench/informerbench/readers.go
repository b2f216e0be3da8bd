package informerbench

import (
	"fmt"
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

// Reads is how readers read the namespace.
type Reads string

const (
	// NoReads is without readers.
	NoReads Reads = "none"
	// ListReads calls what all listers of client-go call.
	ListReads Reads = "list"
	// SnapshotReads iterates a snapshot, a new one for each read.
	SnapshotReads Reads = "snapshot"
)

// read reads the namespace once and counts the pods. It looks at each pointer only: at the pods
// themselves, readers of all informers would look alike.
func (r Reads) read(b built) (n int, err error) {
	if r == ListReads {
		err = cache.ListAllByNamespace(b.GetIndexer(), namespace, labels.Everything(), func(obj any) {
			if obj != nil {
				n++
			}
		})
		return n, err
	}
	snapshot, err := b.snapshot()
	if err != nil {
		return 0, err
	}
	defer snapshot.Close()
	all, err := snapshot.ByIndexAll(cache.NamespaceIndex, namespace)
	if err != nil {
		return 0, err
	}
	for _, obj := range all {
		if obj != nil {
			n++
		}
	}
	return n, nil
}

// crew are readers that read in a loop until told to stop.
type crew struct {
	stop atomic.Bool
	done atomic.Int64 // reads, of all readers
	warm atomic.Int64 // readers that have read once
	wg   sync.WaitGroup

	mu     sync.Mutex
	failed error // the first read that failed or found another number of pods
}

// start lets that many readers begin.
func (c *crew) start(readers int, r Reads, b built, want int) {
	for range readers {
		c.wg.Go(func() {
			for first := true; !c.stop.Load(); first = false {
				n, err := r.read(b)
				c.done.Add(1)
				if err == nil && n != want {
					err = fmt.Errorf("a read had %d results, want %d", n, want)
				}
				if err != nil {
					c.fail(err)
				}
				if first {
					c.warm.Add(1)
				}
			}
		})
	}
}

func (c *crew) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed == nil {
		c.failed = err
	}
}

// end waits for the last reads and tells whether one has failed.
func (c *crew) end() error {
	c.stop.Store(true)
	c.wg.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}
