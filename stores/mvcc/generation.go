package mvcc

import (
	"hash/maphash"
	"sync/atomic"
	"unsafe"

	"informerbench/stores/internal/indexing"
)

// generation is one complete content with its log. Replace, and shrinking after
// mass deletes, build a new one beside it; the old one then never changes again, and lives
// as long as a reader holds it.
type generation struct {
	seed maphash.Seed

	// What readers go through, and what rarely changes:
	types     types
	directory atomic.Pointer[directory]
	slots     table // from the hash of a key to its slot
	indexes   atomic.Pointer[indexes]
	_         [64]byte // the next two change with each commit; they shall not take the line of the former along

	// A snapshot is head and commit. The writer stores commit before head, and a reader
	// loads head before commit: the other way round, it could hold a segment that
	// begins after its own commit, and miss records. Thus head always has, or precedes, the record of commit.
	head   atomic.Pointer[segment]
	commit atomic.Uint64
	_      [64]byte

	// live is the number of objects, roughly: it changes before the commit does.
	live atomic.Int64
	pins pins

	// The writer's:
	journal journal
	links   links
	space   space
	pending pending
}

// newGeneration is empty, sized for the given number of objects, and off: nobody sees
// it and nothing is logged until begin.
func newGeneration(seed maphash.Seed, set *indexing.Set, capacity int) *generation {
	g := &generation{seed: seed, links: newLinks(set.Len())}
	g.slots.init(capacity)
	chunks := make(directory, max(1, (capacity+slotsPerChunk-1)/slotsPerChunk))
	g.directory.Store(&chunks)
	g.indexes.Store(newIndexes(set))
	g.space.open = noChunk
	g.journal.off = true
	return g
}

// begin ends the building: it commits all that was written, with this resource
// version, and turns the log on. Publishing the generation is up to the caller.
func (g *generation) begin(resourceVersion *string) {
	first := newSegment(firstNumber, segmentRecords, nil, false)
	g.journal = journal{segment: first}
	g.journal.append(versionSet, 0, 0, unsafe.Pointer(resourceVersion))
	g.publish()
}

// publish commits what was written since the last time. The last record says what the
// resource version is.
func (g *generation) publish() {
	j := &g.journal
	g.commit.Store(j.number) // everything up to here is now committed: the one instant of a write
	if g.head.Load() != j.segment {
		g.head.Store(j.segment) // after commit, see head; the segment has the record of commit, for it was the last
	}
}

func (g *generation) hash(s string) uint32 { return uint32(maphash.String(g.seed, s) >> 32) }
