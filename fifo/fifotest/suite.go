package fifotest

import (
	"testing"

	"k8s.io/client-go/tools/cache"
)

// NewQueue makes an empty queue. A queue that does not consult its consumer's
// store ignores known.
type NewQueue func(known cache.KeyListerGetter) cache.QueueWithBatch

// NewTransformingQueue makes an empty queue that transforms.
type NewTransformingQueue func(known cache.KeyListerGetter, transform cache.TransformFunc) cache.QueueWithBatch

// Option adds to what Run knows of a queue.
type Option func(*suite)

// WithTransform has Run test the transform as well.
func WithTransform(newQueue NewTransformingQueue) Option {
	return func(s *suite) { s.newTransforming = newQueue }
}

// Skipping leaves out the cases that a peer is known to fail, by their name
// without the way of popping, with the reason.
func Skipping(reasons map[string]string) Option {
	return func(s *suite) { s.skip = reasons }
}

// suite is a queue under test; in a case, also the way of popping.
type suite struct {
	newQueue        NewQueue
	newTransforming NewTransformingQueue
	skip            map[string]string
	batch           bool
}

// queueCase is one property. Its name says what holds.
type queueCase struct {
	name string
	run  func(t *testing.T, s suite)
}

// Run tests the queue that newQueue makes against everything that all queues
// have in common, each property in a subtest.
func Run(t *testing.T, newQueue NewQueue, opts ...Option) {
	s := suite{newQueue: newQueue}
	for _, opt := range opts {
		opt(&s)
	}
	s.checkSkips(t)
	for _, c := range allCases() {
		t.Run(c.name, func(t *testing.T) {
			if reason, ok := s.skip[c.name]; ok {
				t.Skip("known to fail:", reason)
			}
			for name, batch := range map[string]bool{"pop=single": false, "pop=batch": true} {
				t.Run(name, func(t *testing.T) {
					s := s
					s.batch = batch
					c.run(t, s)
				})
			}
		})
	}
}

func allCases() []queueCase {
	var all []queueCase
	for _, cases := range [][]queueCase{
		replaceCases, resyncCases, syncedCases, closeCases, batchCases,
		requeueCases, failureCases, retentionCases, transformCases, concurrencyCases,
	} {
		all = append(all, cases...)
	}
	return all
}

// checkSkips finds reasons whose case was renamed or removed.
func (s suite) checkSkips(t *testing.T) {
	names := map[string]bool{}
	for _, c := range allCases() {
		names[c.name] = true
	}
	for name := range s.skip {
		if !names[name] {
			t.Errorf("no case is called %q", name)
		}
	}
}
