package informerbench

import (
	"math/rand/v2"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// InFlight is how many updates are under way: one is from its sending until the handler has seen it.
const InFlight = 10

// seed of all randomness: every subject gets the same updates in the same order.
const seed = 20260701

// writer sends updates of pods chosen at random.
type writer struct {
	feed    *feed
	tally   *tally
	dice    *rand.Rand
	newest  []*corev1.Pod // what was last sent, by ordinal; nil: nothing
	version uint64
}

func newWriter(f *feed, t *tally) *writer {
	return &writer{feed: f, tally: t, dice: rand.New(rand.NewPCG(seed, 1)), newest: make([]*corev1.Pod, len(f.pods)), version: 1}
}

// run sends updates until stop is closed, and then waits until none is in flight or patience is
// over; it tells which.
func (w *writer) run(stop, patience <-chan struct{}) (settled bool) {
	for {
		select {
		case <-stop:
			return w.settle(patience)
		case w.tally.flight <- struct{}{}: // there is a place
		}
		select {
		case w.feed.events <- watch.Event{Type: watch.Modified, Object: w.next()}:
		case <-patience: // of an informer that takes nothing any more
			return false
		}
	}
}

// next is a copy of a pod with a new version, as a decoder would make it.
func (w *writer) next() *corev1.Pod {
	i := w.dice.IntN(len(w.feed.pods))
	pod := w.feed.pods[i]
	w.version++
	pod.ResourceVersion = strconv.FormatUint(w.version, 10)
	w.newest[i] = &pod
	return &pod
}

// settle takes all places: then the handler has seen every update.
func (w *writer) settle(patience <-chan struct{}) bool {
	for range InFlight {
		select {
		case w.tally.flight <- struct{}{}:
		case <-patience:
			return false
		}
	}
	return true
}
