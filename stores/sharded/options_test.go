package sharded_test

import (
	"testing"

	"informerbench/stores"
	"informerbench/stores/sharded"
)

// TestOptionsChangeNoAnswer: a yield is the scheduler's business.
func TestOptionsChangeNoAnswer(t *testing.T) {
	for _, yield := range []stores.Yield{stores.NeverYield, stores.DefaultYield, 1} {
		var create stores.Constructor = sharded.Options{Yield: yield}.New
		s := create(indexers())
		s.Replace(filled(2_000), "1")
		under, err := s.ByIndex("number", "1")
		if len(s.List()) != 2_000 || len(s.ListKeys()) != 2_000 || err != nil || len(under) != 667 {
			t.Errorf("yield %d: %d objects, %d under a value, %v", yield, len(s.List()), len(under), err)
		}
		check(t, s)
	}
}
