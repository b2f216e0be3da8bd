package reflectorbench

import "sync"

// lateHandlers are those that were made before they are added.
type lateHandlers struct {
	mu   sync.Mutex // guards made: handlers may be added by several goroutines
	made []*recorder
}

// MakeHandlers makes handlers for the next calls of AddHandler. Their replicas then are in the heap already when the informer begins to
// tell them of its objects, and what is weighed meanwhile is the informer's.
func (l *Lab) MakeHandlers(n int) {
	l.late.mu.Lock()
	defer l.late.mu.Unlock()
	for range n {
		l.late.made = append(l.late.made, newRecorder(&arrivals{}, l.run.sizes[l.run.primary().resource]))
	}
}

// nextHandler is one that was made, or a new one.
func (l *Lab) nextHandler() *recorder {
	l.late.mu.Lock()
	defer l.late.mu.Unlock()
	if len(l.late.made) == 0 {
		return newRecorder(&arrivals{}, l.run.sizes[l.run.primary().resource])
	}
	next := l.late.made[0]
	l.late.made = l.late.made[1:]
	return next
}
