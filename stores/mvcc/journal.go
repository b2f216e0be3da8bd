package mvcc

import "unsafe"

// journal is the writer's end of the log.
type journal struct {
	segment *segment
	used    int    // records of segment that are written
	number  uint64 // of the last record
	mixed   bool   // objects of several types were seen: segments get a type for each record
	// ahead is how many records the running transaction is likely to write yet.
	ahead int
	// off is set while a generation is built that nobody can see yet: all that is
	// written then has the number 1, which is the generation's first commit.
	off bool
	// heavy is set when a record keeps more alive than one object, so that the
	// segment shall be left as soon as it is committed.
	heavy bool
}

const firstNumber = 1

// largeSegment bounds one allocation for the log of a huge transaction.
const largeSegment = 1 << 16

// append writes a record about something that was last written by record before,
// and returns its number. It becomes visible with the store that publishes the number:
// the slot's sequence, the posting's last, the index's lastGone, the chunk's birth, or the commit.
func (j *journal) append(k kind, slot uint32, before uint64, data unsafe.Pointer) uint64 {
	if j.off {
		return firstNumber
	}
	if j.used == len(j.segment.records) {
		j.grow(j.segment.typ)
	}
	return j.put(k, slot, before, data)
}

// appendObject is append for a record that has an object.
func (j *journal) appendObject(k kind, slot uint32, before uint64, w words) uint64 {
	if j.off {
		return firstNumber
	}
	if !w.exists() {
		return j.append(k, slot, before, nil)
	}
	if w.typ != j.segment.typ && !j.mixed {
		// A segment's types are fixed, so another type needs another segment. The first
		// object of all only sets the type, the second type makes all that follow mixed.
		j.mixed = j.segment.typ != nil
		j.grow(w.typ)
	}
	if j.used == len(j.segment.records) {
		j.grow(w.typ)
	}
	if j.segment.types != nil {
		j.segment.types[j.used] = w.typ
	}
	return j.put(k, slot, before, w.data)
}

func (j *journal) put(k kind, slot uint32, before uint64, data unsafe.Pointer) uint64 {
	j.number++
	back := j.number - before
	if before == 0 || back >= longAgo {
		back = longAgo
	}
	j.segment.records[j.used] = record{data, uint32(back), uint32(k)<<kindShift | slot}
	j.used++
	return j.number
}

// grow continues in a new segment, which begins where the old one, full or not, ends.
func (j *journal) grow(typ unsafe.Pointer) {
	size := min(max(j.ahead, segmentRecords), largeSegment)
	next := newSegment(j.number+1, size, typ, j.mixed)
	j.segment.next.Store(next) // next.base is set; nothing refers to its records yet
	j.segment, j.used = next, 0
}
