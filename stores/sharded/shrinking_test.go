package sharded

import (
	"fmt"
	"runtime"
	"testing"

	"k8s.io/client-go/tools/cache"
)

// With many processors there are many shards, and each of them has to give memory back.
func TestShardsOfManyProcessorsShrink(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	s := New(cache.Indexers{}).(*Store)
	key := func(i int) string { return fmt.Sprint("ns/", i) }
	const n = 20_000
	for i := range n {
		s.Add(key(i), i)
	}
	for i := n / 10; i < n; i++ {
		s.Delete(key(i))
	}
	for i := range s.locked {
		if objects := s.locked[i].objs.list; cap(objects) > 4*len(objects)+100 {
			t.Errorf("shard %d of %d has room for %d objects, and %d are left", i, len(s.locked), cap(objects), len(objects))
		}
	}
}
