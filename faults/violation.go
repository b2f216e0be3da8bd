package faults

import "fmt"

// What a run can find wrong.
const (
	Diverged    = "diverged"     // the store did not come to equal the server
	NotAState   = "not-a-state"  // at rest, the store was not the server's state at the version that it is said to be at
	BadIndex    = "bad-index"    // an index does not agree with the store
	BadHistory  = "bad-history"  // what a handler was told of a key cannot be
	LostEvent   = "lost-event"   // what a handler was told last does not agree with the server
	Skipped     = "skipped"      // a handler was not told of a write that no list can have hidden
	WentBack    = "went-back"    // a handler was shown an older state, though the server never went back
	Unchanged   = "unchanged"    // a handler that wants no resyncs was shown the same state twice, though it came once
	HotLoop     = "hot-loop"     // too many requests in a minute of simulated time
	SlowStop    = "slow-stop"    // stopping took more than a second of simulated time
	ToldAfter   = "told-after"   // a handler was called after the informer had stopped
	Leaked      = "leaked"       // a goroutine outlived the informer
	Panicked    = "panicked"     // something panicked
	ForeignType = "foreign-type" // an object of another type came through
)

// Violation is one finding.
type Violation struct {
	Kind   string // one of the names above
	Detail string
}

type violation = Violation

func (v Violation) String() string { return v.Kind + ": " + v.Detail }

func violationf(kind, format string, args ...any) Violation {
	return Violation{kind, fmt.Sprintf(format, args...)}
}
