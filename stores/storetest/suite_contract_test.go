package storetest_test

import (
	"maps"
	"testing"

	"informerbench/stores/storetest"
)

// TestContractTableCatchesBrokenStores: each broken store fails a script of the
// table, and each script fails for a broken store.
func TestContractTableCatchesBrokenStores(t *testing.T) {
	all := maps.Clone(brokenContracts)
	maps.Copy(all, brokenTransactions)
	idle := map[string]bool{} // scripts that caught nothing yet
	for _, c := range storetest.Checks() {
		idle[c.Name] = storetest.IsContract(c.Name)
	}
	for name, breakIt := range all {
		caught := false
		for _, c := range storetest.Checks() {
			if !storetest.IsContract(c.Name) {
				continue
			}
			if err := c.Verify(storetest.Subject{Name: name, New: breaking(breakIt)}); err != nil {
				caught, idle[c.Name] = true, false
			}
		}
		if !caught {
			t.Errorf("no script catches %q", name)
		}
	}
	for name, unused := range idle {
		if unused {
			t.Errorf("the script %q catches none of the broken stores", name)
		}
	}
}
