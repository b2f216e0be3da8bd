package storetest

import (
	"fmt"
	"sync/atomic"
)

func herdChecks() []check {
	return []check{
		{name: "every answer beside moving hundreds is whole and current", verify: func(s Subject) error {
			return watchHerd(s, herd{size: 400, seed: 1}, 3, scaled(500))
		}},
		{name: "every answer beside a moving few is whole and current", verify: func(s Subject) error {
			return watchHerd(s, herd{size: 16, seed: 2, yields: true}, 3, scaled(2000))
		}},
	}
}

// readsPerGeneration bounds, on average, what all readers together read of a herd.
const readsPerGeneration = 8

// watchHerd holds the answers of several readers against the moments between their call
// and return, if the store claims that they are whole; otherwise, that they are not
// torn, and miss nothing that is always there. What a snapshot answers agrees in
// any case.
func watchHerd(s Subject, h herd, readers, generations int) error {
	w := newHerder(s, h)
	var added atomic.Int32
	watchers := make([]*watcher, readers)
	for i := range watchers {
		watchers[i] = newWatcher(s, w, i, &added)
		defer watchers[i].close()
	}
	// Where readers never wait they may leave little time to the writer: enough is enough.
	left := int64(readsPerGeneration * generations)
	var reads atomic.Int64
	err := beside(readers, generations, func(generation int) {
		if reads.Load() < left {
			w.next(generation)
		}
	}, func(reader int) error {
		if reads.Add(1) > left {
			return nil
		}
		return watchers[reader].read()
	})
	if err != nil {
		return fmt.Errorf("herd of %d, seed %d: %w", h.size, h.seed, err)
	}
	return w.settled()
}

// settled compares everything once more when nobody writes.
func (w *herder) settled() error {
	items := map[string]any{}
	for _, key := range w.store.ListKeys() {
		items[key], _ = w.store.Get(key)
	}
	m := &machine{store: w.store, model: newModel(w.store.GetIndexers())}
	m.model.reset(items, moment(w.committed.Load()).version())
	a, err := ofObjects(w.store.List(), nil)
	if err == nil {
		err = a.differs(w.expected(everything, moment(w.committed.Load())))
	}
	if err == nil {
		err = m.verify()
	}
	if err != nil {
		return fmt.Errorf("in the end: %w", err)
	}
	return nil
}
