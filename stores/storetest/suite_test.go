package storetest_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"informerbench/stores/clientgo"
	"informerbench/stores/rwmutex"
	"informerbench/stores/storetest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func check(t *testing.T, name string) storetest.Check {
	t.Helper()
	all := storetest.Checks()
	i := slices.IndexFunc(all, func(c storetest.Check) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("there is no check %q", name)
	}
	return all[i]
}

func mustCatch(t *testing.T, stores ...caught) {
	for _, store := range stores {
		for _, name := range store.by {
			t.Run(store.name+"/"+name, func(t *testing.T) {
				subject := storetest.Subject{Name: store.name, New: store.new, Guarantees: store.claims}
				if err := eventually(check(t, name), subject); err == nil {
					t.Errorf("the check %q passes %d times", name, attempts)
				} else {
					t.Logf("%.300s", err)
				}
			})
		}
	}
}

// attempts is how often a check may pass before a broken store counts as missed. A check of
// what readers see beside writers needs them to meet, which on a busy machine with few
// processors may take more than one run; a store that is not broken passes them all.
const attempts = 30

func eventually(c storetest.Check, subject storetest.Subject) (err error) {
	for range attempts {
		if err = c.Verify(subject); err != nil {
			return err
		}
	}
	return nil
}

func TestBrokenIndexersAreCaught(t *testing.T)   { mustCatch(t, brokenIndexers...) }
func TestBrokenConcurrencyIsCaught(t *testing.T) { mustCatch(t, brokenConcurrency...) }
func TestLeakingStoresAreCaught(t *testing.T)    { mustCatch(t, leaking...) }
func TestBrokenSnapshotsAreCaught(t *testing.T)  { mustCatch(t, brokenSnapshots...) }
func TestBrokenBulkReadsAreCaught(t *testing.T)  { mustCatch(t, brokenBulk...) }
func TestBrokenWaitsAreCaught(t *testing.T)      { mustCatch(t, brokenWaits...) }
func TestBrokenVersionedAreCaught(t *testing.T)  { mustCatch(t, brokenVersioned...) }
func TestBrokenHerdsAreCaught(t *testing.T)      { mustCatch(t, brokenHerds...) }
func TestHoardingStoresAreCaught(t *testing.T)   { mustCatch(t, hoarding...) }
func TestCopyingStoresAreCaught(t *testing.T)    { mustCatch(t, copying...) }
func TestWaitingAndStuckStoresAreCaught(t *testing.T) {
	// These are caught by the guard, and nothing else waits for that long.
	defer storetest.ShortenGuard(200 * time.Millisecond)()
	stuckReleased = make(chan struct{})
	defer close(stuckReleased)
	mustCatch(t, append(stuckMutants(), stuckUntil(stuckReleased), waiting)...)
}

// TestFieldScriptCatchesStaleIndexes: the one check of a broken contract that is
// no script of the contract table.
func TestFieldScriptCatchesStaleIndexes(t *testing.T) { mustCatch(t, stale) }

// TestEveryCheckCatchesABrokenStore keeps the lists of broken stores complete.
func TestEveryCheckCatchesABrokenStore(t *testing.T) {
	tested := map[string]bool{}
	for _, store := range slices.Concat(brokenIndexers, brokenConcurrency, leaking, copying, extendedMutants(), stuckMutants(), []caught{stuckUntil(nil), waiting, stale}) {
		for _, name := range store.by {
			tested[name] = true
		}
	}
	for _, c := range storetest.Checks() {
		if !tested[c.Name] && !storetest.IsContract(c.Name) && !c.Unsafe {
			t.Errorf("no broken store is held against %q", c.Name)
		}
	}
}

// TestRandomOperationsCatchBrokenStores: random bytes find every store that the
// contract table finds, with a seed that can be played again.
func TestRandomOperationsCatchBrokenStores(t *testing.T) {
	for name, breakIt := range brokenTransactions {
		subject := storetest.Subject{Name: name, New: breaking(breakIt)}
		if seed := seedThatFails(subject, 100); seed < 0 {
			t.Errorf("random operations do not catch %q", name)
		}
	}
	if seed := seedThatFails(storetest.Subject{Name: "rwmutex", New: rwmutex.New}, 30); seed >= 0 {
		t.Errorf("rwmutex fails for seed %d", seed)
	}
	if seed := seedThatFails(storetest.Subject{Name: "clientgo", New: clientgo.New}, 100); seed < 0 {
		t.Errorf("random operations do not catch a failing index function")
	}
}

func seedThatFails(s storetest.Subject, seeds int) int {
	for seed := range seeds {
		data := make([]byte, 300)
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		if storetest.PlayBytes(s, data) != nil {
			return seed
		}
	}
	return -1
}
