package faults

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// truth is everything that ever happened to the objects: what a store may hold, and what
// it must hold at a version.
type truth struct {
	entries []entry
	lost    []span // versions that a restart has taken back
}

// entry is one write: the object after it, or the deleted one.
type entry struct {
	version uint64
	key     string
	kind    watch.EventType
	object  *corev1.ConfigMap
	lostAt  uint64 // the last version of the restart that took it back; 0: none did
}

// span is a range of versions, both ends included.
type span struct{ first, last uint64 }

func (e entry) event() workload.Event {
	return workload.Event{Resource: resource, Type: e.kind, Object: e.object}
}

// add notes a write.
func (t *truth) add(e entry) { t.entries = append(t.entries, e) }

// lose takes back everything above cut up to last.
func (t *truth) lose(cut, last uint64) {
	t.lost = append(t.lost, span{cut + 1, last})
	for i := range t.entries {
		if e := &t.entries[i]; e.version > cut && e.lostAt == 0 {
			e.lostAt = last
		}
	}
}

// isLost tells whether a version was taken back: nobody can continue from there.
func (t *truth) isLost(version uint64) bool {
	for _, s := range t.lost {
		if s.first <= version && version <= s.last {
			return true
		}
	}
	return false
}

// at returns the state at a version, by key. A version that was taken back stands for
// the state that its readers saw then, any later one for the state without it.
func (t *truth) at(version uint64) map[string]*corev1.ConfigMap {
	state := map[string]*corev1.ConfigMap{}
	for _, e := range t.entries {
		switch {
		case e.version > version, e.lostAt != 0 && version > e.lostAt:
		case e.kind == watch.Deleted:
			delete(state, e.key)
		default:
			state[e.key] = e.object
		}
	}
	return state
}

// after returns the writes above a version that were not taken back.
func (t *truth) after(version uint64) []entry {
	var later []entry
	for _, e := range t.entries {
		if e.version > version && e.lostAt == 0 {
			later = append(later, e)
		}
	}
	return later
}
