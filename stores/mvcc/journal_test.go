package mvcc

import (
	"testing"
	"unsafe"
)

func newJournal(size int) (*journal, *segment) {
	first := newSegment(firstNumber, size, nil, false)
	return &journal{segment: first}, first
}

// Every record is found from every segment that does not come after it, with the object and
// the predecessor that it was written with.
func TestRecordsAreFoundAcrossSegments(t *testing.T) {
	for seed := range uint64(20) {
		c := fromSeed(seed)
		j, first := newJournal(segmentRecords)
		objects := []any{nil}
		befores := []uint64{0}
		segments := []*segment{first}
		kinds := 1 + int(seed)%3
		for range 500 {
			var obj any = newPod("1")
			switch c.choose(kinds) {
			case 1:
				obj = len(objects)
			case 2:
				obj = &node{}
			}
			before := uint64(c.choose(len(objects)))
			j.ahead = c.choose(200)
			switch c.choose(4) {
			case 0:
				obj = nil
				j.appendObject(objectWritten, 5, before, missing)
			case 1:
				obj = nil
				j.append(slotJoined, 5, before, nil)
			default:
				j.appendObject(objectWritten, 5, before, split(obj))
			}
			objects, befores = append(objects, obj), append(befores, before)
			if segments[len(segments)-1] != j.segment {
				segments = append(segments, j.segment)
			}
		}
		for number := uint64(firstNumber); number < uint64(len(objects)); number++ {
			for _, from := range segments {
				if from.base > number {
					break
				}
				s, r := from.find(number)
				if got := s.object(r, number).join(); got != objects[number] || r.before(number) != befores[number] || r.slot() != 5 {
					t.Fatalf("seed %d: record %d has %v before %d, want %v before %d", seed, number, got, r.before(number), objects[number], befores[number])
				}
			}
		}
	}
}

// One type needs no word for each record: the first object sets a segment's type, and
// only a second type makes all that follow mixed.
func TestSegmentsHaveTypesOnlyWhenMixed(t *testing.T) {
	j, _ := newJournal(segmentRecords)
	add := func(obj any) *segment {
		j.appendObject(objectWritten, 1, 0, split(obj))
		return j.segment
	}
	uniform := add(newPod("1"))
	for range 3 * segmentRecords {
		if s := add(newPod("1")); s.types != nil || s.typ != split(newPod("1")).typ {
			t.Fatal("objects of one type: a segment has types")
		}
	}
	if mixed := add(1); mixed.types == nil || mixed == uniform || !j.mixed {
		t.Error("a second type does not begin a segment with types")
	}
	same := add(newPod("2"))
	if s := add(2); s != same {
		t.Error("mixed types need a new segment for each change")
	}
}

// A distance that does not fit says that there is nothing before: it is older than any view.
func TestLongAgo(t *testing.T) {
	j, _ := newJournal(segmentRecords)
	for _, test := range []struct{ number, before, want uint64 }{
		{longAgo + 9, 9, 0}, {longAgo + 9, 8, 0}, {longAgo + 9, 10, 10}, {1 << 40, 3, 0}, {5, 0, 0}, {5, 4, 4}, {1 << 40, 1<<40 - 1, 1<<40 - 1},
	} {
		j.number = test.number - 1
		j.append(objectWritten, slotMask, test.before, nil)
		r := &j.segment.records[j.used-1]
		if got := r.before(test.number); got != test.want {
			t.Errorf("record %d after %d says %d, want %d", test.number, test.before, got, test.want)
		}
		if r.slot() != slotMask || r.kind() != objectWritten {
			t.Errorf("record has slot %x and kind %d", r.slot(), r.kind())
		}
	}
	j.append(versionTaken, 0, 0, nil) // the last kind
	if r := &j.segment.records[j.used-1]; r.kind() != versionTaken || r.slot() != 0 {
		t.Errorf("kind %d, slot %d", r.kind(), r.slot())
	}
}

// A journal that is off writes nothing: what is built has one number.
func TestJournalOff(t *testing.T) {
	j := &journal{off: true}
	if n, m := j.append(slotJoined, 1, 7, nil), j.appendObject(objectWritten, 1, 7, split("x")); n != firstNumber || m != firstNumber || j.number != 0 {
		t.Errorf("numbers %d and %d, at %d", n, m, j.number)
	}
}

// Sizes are those of the allocator's classes, or memory is wasted for every 59 writes.
func TestSizesOfLogAndChunks(t *testing.T) {
	const allocators = 8 // bytes, see slotsPerChunk
	if n := unsafe.Sizeof(smallSegment{}) + allocators; n != 1024 {
		t.Errorf("a small segment takes %d bytes", n)
	}
	if n := unsafe.Sizeof(chunk{}) + allocators; n != 2048 {
		t.Errorf("a chunk takes %d bytes", n)
	}
	for range 10 {
		c := new(chunk)
		if at := uintptr(unsafe.Pointer(&c.entries)); at%64 != 0 || unsafe.Sizeof(entry{}) != 32 {
			t.Errorf("entries of %d bytes from %x on straddle cache lines", unsafe.Sizeof(entry{}), at)
		}
		chunkSink = c
	}
}

// chunkSink keeps chunks on the heap.
var chunkSink *chunk
