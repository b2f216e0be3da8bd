package storetest_test

import (
	"context"
	"testing"

	"informerbench/stores/storetest"
)

// stressed runs so many rounds from a seed.
func stressed(s storetest.Subject, seed uint64, rounds int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := storetest.Stress(ctx, s, storetest.Stressing{Seed: seed, Began: func(at uint64, _ string) {
		if at == seed+uint64(rounds)-1 {
			cancel()
		}
	}})
	return err
}

func TestStressOfTheReferencePasses(t *testing.T) {
	if err := stressed(referenceSubject, 0, 2); err != nil {
		t.Error(err)
	}
}

func TestStressFindsABrokenStore(t *testing.T) {
	broken := brokenHerds[0]
	if err := stressed(storetest.Subject{Name: broken.name, New: broken.new, Guarantees: broken.claims}, 1, 100); err == nil {
		t.Errorf("100 rounds do not find %q", broken.name)
	} else {
		t.Logf("%.300s", err)
	}
}
