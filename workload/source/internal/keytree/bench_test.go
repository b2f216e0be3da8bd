package keytree_test

import (
	"fmt"
	"testing"

	"informerbench/workload/source/internal/keytree"
)

// BenchmarkReplace compares an update in place with a plain map, which has no order
// and cannot be cloned.
func BenchmarkReplace(b *testing.B) {
	const n = 100_000
	keys := make([]string, n)
	tree, plain := keytree.New[any](), map[string]any{}
	for i := range keys {
		keys[i] = fmt.Sprintf("ns-%d/web-%08x", i/1000, uint32(i)*2654435761)
		tree.Insert(keys[i], nil)
		plain[keys[i]] = nil
	}
	b.Run(fmt.Sprintf("map=tree/objects=%d", n), func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tree.Replace(keys[i*7919%n], nil)
		}
	})
	b.Run(fmt.Sprintf("map=plain/objects=%d", n), func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			plain[keys[i*7919%n]] = nil
		}
	})
}
