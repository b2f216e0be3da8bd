package encoded

// learned is what a state has seen of one field: a field whose values are each object's own, such as
// a UID, is not worth looking up. It tries again now and then, since that may change.
type learned struct {
	tries, hits uint16
	skipped     uint8
}

const (
	learnAfter  = 64   // tries before anything is concluded
	forgetAfter = 1024 // tries after which old ones weigh half
	worthOneIn  = 16   // hits that make looking up worth it
	retryEvery  = 16   // of those not worth it
)

func (l *learned) worthwhile() bool {
	if l.tries < learnAfter || int(l.hits)*worthOneIn >= int(l.tries) {
		return true
	}
	l.skipped++
	return l.skipped%retryEvery == 0
}

func (l *learned) saw(hit bool) {
	l.tries++
	if hit {
		l.hits++
	}
	if l.tries >= forgetAfter {
		l.tries, l.hits = l.tries/2, l.hits/2
	}
}
