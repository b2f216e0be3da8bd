package reflector

import "time"

// internalCalm is the time without internal errors after which the next one is
// the first again; client-go's.
const internalCalm = time.Minute

// internalErrors bounds for how long a watch that ends with an internal error is
// continued, counted from the first of such errors. A server that is starting, or
// loses its storage for a moment, recovers within seconds, and a list would only
// add to its load; one that goes on may have lost more than the connection.
type internalErrors struct {
	most        time.Duration // Options.MaxInternalErrorRetryDuration
	first, last time.Time
}

// again reports whether to watch again after an internal error that came now.
// Paused is when the last pause ended: a server that asks for long delays is not
// calm in between.
func (e *internalErrors) again(now, paused time.Time) bool {
	quiet := e.last
	if paused.After(quiet) {
		quiet = paused
	}
	if e.last.IsZero() || now.Sub(quiet) >= internalCalm {
		e.first = now
	}
	e.last = now
	if now.Sub(e.first) <= e.most && e.most > 0 {
		return true
	}
	e.first, e.last = time.Time{}, time.Time{}
	return false
}
