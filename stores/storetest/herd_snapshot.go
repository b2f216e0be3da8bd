package storetest

import (
	"fmt"
	"slices"
	"strconv"

	"informerbench/stores"
)

// held is a snapshot that a reader keeps while the herd moves on.
type held struct {
	pinned
	moment moment
}

// maxHeld bounds the snapshots of one reader.
const maxHeld = 4

// snapshots takes one, or asks one that it holds again; one too many is closed, or
// sometimes forgotten.
func (r *watcher) snapshots() error {
	snapshotter, ok := r.store.(stores.Snapshotter)
	if !ok {
		return nil
	}
	if n := len(r.held); n > 0 && r.random.IntN(3) > 0 {
		return r.askHeld(r.held[r.random.IntN(n)])
	}
	h, err := r.pin(snapshotter)
	if err != nil {
		return fmt.Errorf("a snapshot: %w", err)
	}
	if r.held = append(r.held, h); len(r.held) > maxHeld {
		gone := r.random.IntN(maxHeld) // so that some are held for long
		if r.random.IntN(4) > 0 {
			r.held[gone].snapshot.Close()
		}
		r.held = slices.Delete(r.held, gone, gone+1)
	}
	return r.askHeld(h)
}

// pin takes a snapshot and learns its state from one range over it. Where the store
// claims it, that is the state of the moment that the snapshot's version names.
func (r *watcher) pin(snapshotter stores.Snapshotter) (h held, err error) {
	from := max(r.last, moment(r.committed.Load()))
	h.snapshot = snapshotter.Snapshot()
	to := moment(r.started.Load())
	items := map[string]any{}
	for key, obj := range h.snapshot.All() {
		if _, twice := items[key]; twice {
			return h, fmt.Errorf("%s is there twice", key)
		}
		items[key] = obj
	}
	h.state = stateOf(items, r.indexers())
	h.state.rv = h.snapshot.ResourceVersion()
	a, err := ofPairs(h.snapshot.All(), nil)
	if err != nil || !r.strict {
		return h, err
	}
	named, err := strconv.Atoi(h.state.rv)
	if h.moment = moment(named); err != nil || h.moment < from || h.moment > to {
		return h, fmt.Errorf("version %q, from %d to %d was asked", h.state.rv, from, to)
	}
	r.last = max(r.last, h.moment)
	if err := a.differs(r.expected(everything, h.moment)); err != nil {
		return h, fmt.Errorf("at version %s: %w", h.state.rv, err)
	}
	return h, nil
}

// askHeld asks the snapshot something: of a known moment mostly the questions that the store
// is asked, and otherwise for all that it first showed.
func (r *watcher) askHeld(h held) error {
	var err error
	if r.strict && r.random.IntN(4) > 0 {
		q := r.questions[r.random.IntN(r.asked)]
		var a answer
		if a, err = q.ask(h.snapshot); err == nil {
			err = a.differs(r.expected(q.sel, h.moment))
		}
		if err != nil {
			err = fmt.Errorf("%v: %w", q, err)
		}
	} else {
		err = h.verifyPart(r.random.IntN(pinnedParts), r.random.IntN(100))
	}
	if err != nil {
		return fmt.Errorf("a snapshot of version %s, while %d is written: %w", h.state.rv, r.started.Load(), err)
	}
	return nil
}

func (r *watcher) close() {
	for _, h := range r.held {
		h.snapshot.Close()
	}
	r.held = nil
}
