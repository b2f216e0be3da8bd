package wire

import (
	"sync"

	"k8s.io/apimachinery/pkg/watch"
)

// stream is an open watch.
type stream struct {
	line   *line[watch.Event]
	once   sync.Once
	result chan watch.Event // made by the first ResultChan
}

// Batches implements [BatchWatch].
func (w *stream) Batches() <-chan []watch.Event { return w.line.out }

// Recycle implements [BatchWatch].
func (w *stream) Recycle(batch []watch.Event) { w.line.recycle(batch) }

// Stop ends the watch: nothing more is read, what was not received is dropped, and the
// channels are closed in a moment. It may be called at any time and any number of times,
// on any goroutine, and does not wait.
func (w *stream) Stop() { w.line.stop() }

// resultRoom is how many events may wait in ResultChan: a receiver that takes what is
// there without waiting gets them together.
const resultRoom = 128

// ResultChan returns the events one by one. It is for receivers that do not know
// Batches, and costs them a goroutine while the watch lasts.
func (w *stream) ResultChan() <-chan watch.Event {
	w.once.Do(func() {
		w.result = make(chan watch.Event, resultRoom)
		go w.unpack()
	})
	return w.result
}

func (w *stream) unpack() {
	defer close(w.result)
	for batch := range w.line.out {
		for i := range batch {
			select {
			case w.result <- batch[i]:
			case <-w.line.quit:
				return
			}
		}
		w.line.recycle(batch)
	}
}
