package reflector

import "time"

const (
	// mostTries is how many streams in a row may end before their end marker.
	mostTries = 3
	// idleLimit is how long a stream may say nothing before its end marker. A
	// server whose watch cache has to catch up is silent for seconds.
	idleLimit = time.Minute
	// idleCheck is how often silence is looked for; a warning is logged each
	// time, as client-go does.
	idleCheck = 10 * time.Second
	// overtime is what a stream may last beyond the timeout asked for.
	overtime = 30 * time.Second
	// distrust is how long plain lists are used after a server has broken the
	// protocol of streaming lists, so that not every relist has to wait for
	// the bound again. Later it may have been upgraded.
	distrust = time.Hour
)

// tries bounds one attempt to get the whole collection by streaming, in number
// and in time. client-go has no such bound (kubernetes/kubernetes#140890).
type tries struct {
	left     int
	deadline time.Time
}

func newTries(now time.Time, patience time.Duration) tries {
	return tries{left: mostTries, deadline: now.Add(patience)}
}

// spend uses up one try and reports whether there is another.
func (t *tries) spend(now time.Time) bool {
	t.left--
	return t.left > 0 && now.Before(t.deadline)
}
