package storetest

import (
	"fmt"
	"iter"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// machine drives a store and its model in step.
type machine struct {
	store stores.Store
	model *model
	// pinned are snapshots of the store, each with the state it must show.
	pinned []pinned
	// asked are sequences that were asked for once and are ranged over ever after.
	asked map[[2]string]iter.Seq2[string, any]
	// turn chooses what verifySome looks at.
	turn int
	// light makes it look at some parts only after each step, of a small store, too.
	light bool
}

func newMachine(s Subject, indexers cache.Indexers) *machine {
	return &machine{store: s.New(indexers), model: newModel(indexers)}
}

// do applies one operation to both and compares how it ended; verify compares
// what is stored.
func (m *machine) do(o op) error {
	switch o.kind {
	case opSingles:
		for _, one := range o.singles() {
			if err := m.do(one); err != nil {
				return err
			}
		}
		return nil
	case opSnapshot, opClose, opForget:
		return m.doSnapshot(o)
	}
	panics, fails := m.model.apply(o)
	var err error
	p := panicOf(func() { err = o.on(m.store) })
	if (p != nil) != panics {
		return fmt.Errorf("%v panicked with %v, want a panic: %v", o, p, panics)
	}
	if p == nil && (err != nil) != fails {
		return fmt.Errorf("%v returned %v, want an error: %v", o, err, fails)
	}
	return nil
}

// play does the operations on a new store and verifies it after each.
func play(s Subject, indexers cache.Indexers, ops ...op) error {
	m := newMachine(s, indexers)
	if err := m.verify(); err != nil {
		return fmt.Errorf("new store: %w", err)
	}
	for i, o := range ops {
		if err := m.do(o); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		if err := m.verifyStep(); err != nil {
			return fmt.Errorf("after step %d, %v: %w", i+1, o, err)
		}
	}
	if err := m.finish(); err != nil {
		return fmt.Errorf("after all %d steps: %w", len(ops), err)
	}
	return nil
}

// finish verifies the snapshots as a whole and gives them back, and then the store.
func (m *machine) finish() error {
	for len(m.pinned) > 0 {
		if err := m.doSnapshot(op{kind: opClose}); err != nil {
			return err
		}
	}
	return m.verify()
}
