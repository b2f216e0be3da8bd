package storetest

import (
	"maps"
	"slices"
	"testing"

	"informerbench/stores"
)

// check is one thing that a store must hold.
type check struct {
	name string
	// claim is the guarantee it proves; empty for what every store must hold.
	claim stores.Guarantee
	// unsafe says why it must not run against a store that is known to fail it.
	unsafe string
	verify func(Subject) error
}

// checks lists all that are plain functions; the random operations come on top.
func checks() []check {
	return slices.Concat(
		contractChecks(),
		extendedChecks(),
		ownershipChecks(),
		retentionChecks(),
		failingIndexChecks(),
		indexerChecks(),
		fieldChecks(),
		concurrentChecks(),
		linearizableChecks(),
		wholeChecks(),
		snapshotChecks(),
		atomicChecks(),
		waitingChecks(),
		herdChecks(),
		versionWaitChecks(),
		versionedChecks(),
		identicalChecks(),
	)
}

// Run proves what the subject claims, one subtest for each check.
func Run(t *testing.T, s Subject) {
	unlisted := maps.Clone(s.KnownFailures)
	for _, c := range checks() {
		delete(unlisted, c.name)
		t.Run(c.name, func(t *testing.T) { runCheck(t, s, c) })
	}
	t.Run("random operations match a plain map", func(t *testing.T) { checkRandomOperations(t, s) })
	for name := range unlisted {
		t.Errorf("known failure %q is no check of this suite", name)
	}
}

func runCheck(t *testing.T, s Subject, c check) {
	if !s.claims(c.claim) {
		t.Skipf("%s does not claim %s", s.Name, c.claim)
	}
	reason, known := s.KnownFailures[c.name]
	if known && c.unsafe != "" {
		t.Skipf("known failure: %s (not run: %s)", reason, c.unsafe)
	}
	err := within(func() error { return c.verify(s) })
	switch {
	case lacks(err):
		t.Skip(err)
	case known && err == nil:
		t.Errorf("passes now, though listed as a known failure: %s", reason)
	case known:
		t.Logf("known failure: %s\nstill fails: %v", reason, err)
	case err != nil:
		t.Error(err)
	}
}
