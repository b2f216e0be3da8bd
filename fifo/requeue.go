package fifo

import "errors"

// ErrRequeue asks Pop or PopBatch to put back what the process function was
// given. Pop and PopBatch then return Err, which may be nil. It is found when
// wrapped, too.
//
// Deltas that were put back never come after newer deltas of the same key:
// [DeltaFIFO] puts the key at the end of the queue and appends newer deltas of
// the key behind the old ones; [InOrder] puts them back at the front, so a
// delta that asks for this for ever blocks that queue. A process function for a
// batch gets the whole batch again. Initial deltas that were put back still
// count as not synced.
type ErrRequeue struct {
	Err error
}

// Error describes the request and its reason.
func (e ErrRequeue) Error() string {
	if e.Err == nil {
		return "the popped deltas should be put back"
	}
	return "the popped deltas should be put back: " + e.Err.Error()
}

// Unwrap returns the reason.
func (e ErrRequeue) Unwrap() error { return e.Err }

// asRequeue tells whether err asks for putting back, and what to return instead.
func asRequeue(err error) (reason error, ok bool) {
	if err == nil { // errors.As costs an allocation for its target
		return nil, false
	}
	var request ErrRequeue
	if errors.As(err, &request) {
		return request.Err, true
	}
	return err, false
}
