package storetest

import (
	"fmt"
	"slices"

	"informerbench/stores"
)

// pinned is a snapshot and the state that it must show whatever is written later.
type pinned struct {
	snapshot stores.Snapshot
	state    *state
}

// maxPinned bounds the snapshots of one machine: taking another closes the oldest.
const maxPinned = 5

// doSnapshot takes, closes or forgets a snapshot; op.at chooses which one. A store
// without snapshots has nothing to do.
func (m *machine) doSnapshot(o op) error {
	snapshotter, ok := m.store.(stores.Snapshotter)
	if !ok {
		return nil
	}
	if o.kind == opSnapshot {
		m.pinned = append(m.pinned, pinned{snapshotter.Snapshot(), m.model.freeze()})
		if len(m.pinned) <= maxPinned {
			return nil
		}
		o = op{kind: opClose}
	}
	if len(m.pinned) == 0 {
		return nil
	}
	at := o.at % len(m.pinned)
	gone := m.pinned[at]
	m.pinned = slices.Delete(m.pinned, at, at+1)
	if err := gone.verify(); err != nil {
		return fmt.Errorf("a snapshot before %s: %w", o.kind, err)
	}
	if o.kind == opClose {
		gone.snapshot.Close()
		gone.snapshot.Close() // does nothing
	}
	return nil
}

// verify compares every answer of the snapshot.
func (p pinned) verify() error {
	for part := range pinnedParts {
		if err := p.verifyPart(part, part); err != nil {
			return err
		}
	}
	return nil
}

const pinnedParts = 4

func (p pinned) verifyPart(part, turn int) error {
	v := verifier{p.snapshot, p.state, "a snapshot's ", turn}
	switch part {
	case 0:
		return v.objects()
	case 1:
		return v.indexesOf()
	case 2:
		return v.bulk(p.snapshot)
	default:
		return p.verifyOrder()
	}
}

// verifyOrder is about what only snapshots have.
func (p pinned) verifyOrder() error {
	if got, want := p.snapshot.Len(), len(p.state.items); got != want {
		return fmt.Errorf("a snapshot's Len() = %d, want %d", got, want)
	}
	if got := p.snapshot.ResourceVersion(); got != p.state.rv {
		return fmt.Errorf("a snapshot's ResourceVersion() = %q, want %q", got, p.state.rv)
	}
	starts := []string{"", "ns/b", "\xff", "\xff\xff\xff"}
	if n := len(p.state.keys); n > 0 {
		starts = append(starts, p.state.keys[n/2], p.state.keys[n-1]+"\x00")
	}
	for _, from := range starts {
		if err := p.ascends(from); err != nil {
			return fmt.Errorf("a snapshot's Ascend(%.40q): %w", from, err)
		}
	}
	return nil
}

func (p pinned) ascends(from string) error {
	start, _ := slices.BinarySearch(p.state.keys, from)
	want := p.state.keys[start:]
	for _, stop := range []int{len(want), 1, len(want) / 2} {
		n := 0
		for key, obj := range p.snapshot.Ascend(from) {
			if n == len(want) || key != want[n] {
				return fmt.Errorf("place %d of %d has %.40q", n, len(want), key)
			}
			if identity(obj) != identity(p.state.items[key]) {
				return fmt.Errorf("%.40q has %v, want %v", key, obj, p.state.items[key])
			}
			if n++; n == stop {
				break
			}
		}
		if n != min(max(stop, 1), len(want)) {
			return fmt.Errorf("%d keys, want %d", n, stop)
		}
	}
	return nil
}
