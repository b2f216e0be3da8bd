package storetest

import (
	"slices"
	"sync/atomic"
	"time"

	"informerbench/stores"
)

// Subject is one store under test.
type Subject struct {
	Name string
	New  stores.Constructor
	// Guarantees are proven; what is not claimed is not checked.
	Guarantees []stores.Guarantee
	// KnownFailures maps the name of a check that the store is known to fail to
	// the reason. Such a check must still fail, so that the list stays true,
	// unless failing would be a data race: then it is skipped with the reason.
	KnownFailures map[string]string
	// Retains is how many replaced or deleted objects an idle store may keep alive.
	Retains int
	// StalledRetains is how many objects, beyond twice the number of live keys, may be
	// alive while a reader holds a snapshot or stands still in a range, however much
	// is written meanwhile. 0 stands for 8192, and a negative number for none.
	StalledRetains int
}

func (s Subject) claims(g stores.Guarantee) bool {
	return g == "" || slices.Contains(s.Guarantees, g)
}

func (s Subject) knownToFail(check string) bool {
	_, known := s.KnownFailures[check]
	return known
}

// guard is how long a call that must return may take before the suite calls it
// stuck. It only guards against a hang, so it is far above what any store needs
// on a busy machine.
func guard() time.Duration {
	if d := shortGuard.Load(); d > 0 {
		return time.Duration(d)
	}
	if full() {
		return 10 * time.Minute
	}
	return time.Minute
}

// shortGuard replaces the guard in tests of the suite itself. It is atomic
// because a stuck goroutine of theirs may ask for it while it is reset.
var shortGuard atomic.Int64
