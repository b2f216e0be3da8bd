package compact

import (
	"sync"
	"sync/atomic"
)

// weakMap maps hashes to entries that hold weakly what they are about. An entry that is no longer alive
// is dropped by a sweep: of a shard when it has grown, of some shards after each collection, or of all.
type weakMap[E interface{ alive() bool }] struct {
	shards [weakShards]weakShard[E]
	turn   atomic.Uint32 // of sweepSome
}

const (
	weakShards  = 64
	sweptAtOnce = 8  // shards, in sweepSome: all entries are looked at every eight collections
	minSweep    = 64 // entries of a shard
)

// weakShard is a part of a weakMap. mu guards the rest. It is held for a look into the map and for sweeps,
// never while objects are compared.
type weakShard[E interface{ alive() bool }] struct {
	mu      sync.Mutex
	entries map[uint64]E
	limit   int // of entries, at which they are swept
	largest int // since the map was made, whose memory follows that
}

// locked returns the shard of a hash with its mutex held.
func (m *weakMap[E]) locked(hash uint64) *weakShard[E] {
	s := &m.shards[hash>>58%weakShards]
	s.mu.Lock()
	return s
}

func (m *weakMap[E]) get(hash uint64) (E, bool) {
	s := m.locked(hash)
	defer s.mu.Unlock()
	e, ok := s.entries[hash]
	return e, ok
}

// set is called with mu held. Each sweep is paid by as many entries that came since the last one.
func (s *weakShard[E]) set(hash uint64, e E) {
	if s.entries == nil {
		s.entries = map[uint64]E{}
	}
	s.entries[hash] = e
	s.largest = max(s.largest, len(s.entries))
	if len(s.entries) > max(s.limit, minSweep) {
		s.sweep()
	}
}

// sweep is called with mu held.
func (s *weakShard[E]) sweep() {
	for hash, e := range s.entries {
		if !e.alive() {
			delete(s.entries, hash)
		}
	}
	s.limit = 2 * len(s.entries)
	// A map keeps the memory of all that was ever in it.
	if s.largest > minSweep && len(s.entries) < s.largest/4 {
		fewer := make(map[uint64]E, len(s.entries))
		for hash, e := range s.entries {
			fewer[hash] = e
		}
		s.entries, s.largest = fewer, len(fewer)
	}
}

func (m *weakMap[E]) sweep() { m.sweepFrom(0, weakShards) }

func (m *weakMap[E]) sweepSome() { m.sweepFrom(int(m.turn.Add(1))*sweptAtOnce, sweptAtOnce) }

func (m *weakMap[E]) sweepFrom(from, n int) {
	for i := range n {
		s := &m.shards[(from+i)%weakShards]
		s.mu.Lock()
		s.sweep()
		s.mu.Unlock()
	}
}

// len counts the entries, also those that died since the last sweep.
func (m *weakMap[E]) len() int {
	n := 0
	for i := range m.shards {
		s := &m.shards[i]
		s.mu.Lock()
		n += len(s.entries)
		s.mu.Unlock()
	}
	return n
}
