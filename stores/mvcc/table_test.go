package mvcc

import (
	"sync/atomic"
	"testing"
)

func newTable() *table {
	t := &table{}
	t.init(0)
	return t
}

// Random inserts and removals beside a map. Few hashes make long runs of cells, which
// wrap around the end of the array for the highest.
func TestTableAgreesWithMap(t *testing.T) {
	for seed := range uint64(rounds(30)) {
		c := fromSeed(seed)
		tb, want := newTable(), map[uint32]uint32{}
		hash := func(id uint32) uint32 { return -uint32(id%7) * (1 << 26) * uint32(seed%4) }
		for step := range 600 {
			id := uint32(c.choose(20 + int(seed)*10))
			if _, there := want[id]; there {
				tb.remove(hash(id), id)
				delete(want, id)
			} else {
				tb.insert(hash(id), id)
				want[id] = hash(id)
			}
			if err := checkTable(tb, want); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
		}
	}
}

// The array follows what is live, and dead cells do not add up.
func TestTableGrowsAndShrinks(t *testing.T) {
	tb := newTable()
	for id := range uint32(10_000) {
		tb.insert(id*0x9e3779b9, id)
	}
	if n := len(*tb.cells.Load()); n < 10_001 || n > 30_000 {
		t.Errorf("%d cells for 10,000 ids", n)
	}
	for id := range uint32(10_000) {
		tb.remove(id*0x9e3779b9, id)
	}
	if tb.live != 0 || tb.used != 0 {
		t.Errorf("empty again, it has %d live and %d used cells", tb.live, tb.used)
	}
	for id := range uint32(100_000) { // ids come and go, three at a time
		tb.insert(id*0x9e3779b9, id)
		if id > 2 {
			tb.remove((id-3)*0x9e3779b9, id-3)
		}
	}
	tb.rebuild()
	if n := len(*tb.cells.Load()); n != smallestTable {
		t.Errorf("%d cells for 3 ids", n)
	}
}

// A reader holds an array and a place in it from before; what is there throughout is in
// his way, and what went out is not.
func TestTableProbeFromBefore(t *testing.T) {
	const hash = 1 << 31
	tb := newTable()
	for id := range uint32(6) {
		tb.insert(hash, id)
	}
	for stop := range 6 {
		p := tb.probe(hash)
		found := map[uint32]bool{}
		for range stop {
			id, _ := p.next()
			found[id] = true
		}
		for id := uint32(100); id < 300; id++ { // grows several times, and shrinks again
			tb.insert(hash, id)
		}
		for id := uint32(100); id < 300; id++ {
			tb.remove(hash, id)
		}
		for id, ok := p.next(); ok; id, ok = p.next() {
			found[id] = true
		}
		for id := range uint32(6) {
			if !found[id] {
				t.Errorf("who stood at %d missed %d", stop, id)
			}
		}
	}
}

// Readers never miss an id that is there throughout, while others of the same and of other
// hashes come and go and the array is exchanged.
func TestTableKeepsPermanentIDsVisible(t *testing.T) {
	tb := newTable()
	hash := func(id uint32) uint32 { return id % 3 << 30 }
	for id := range uint32(9) {
		tb.insert(hash(id), id)
	}
	missed := besideWriter(rounds(3000), func(round int) {
		c := fromSeed(uint64(round))
		n := uint32(1 + c.choose(40))
		for id := uint32(100); id < 100+n; id++ {
			tb.insert(hash(id), id)
		}
		for id := uint32(100); id < 100+n; id++ {
			tb.remove(hash(id), id)
		}
		if round%8 == 0 {
			tb.rebuild()
		}
	}, func() bool {
		for id := range uint32(9) {
			if timesFound(tb, hash(id), id) == 0 {
				return false
			}
		}
		return true
	})
	if missed {
		t.Error("a reader missed an id that was there")
	}
}

// besideWriter calls write for each round, and meanwhile read in two other goroutines. It tells
// whether read ever returned false, and stops then. Each of the three has made some
// calls beside the others before it returns, however few processors there are.
func besideWriter(rounds int, write func(round int), read func() bool) (failed bool) {
	var wrong, done atomic.Bool
	finished := make(chan struct{}, 2)
	started := make(chan struct{}, 2)
	for range 2 {
		go func() {
			defer func() { finished <- struct{}{} }()
			for first := true; !done.Load() && !wrong.Load(); first = false {
				if !read() {
					wrong.Store(true)
				}
				if first {
					started <- struct{}{}
				}
			}
		}()
	}
	<-started
	<-started
	for round := 0; round < rounds && !wrong.Load(); round++ {
		write(round)
	}
	done.Store(true)
	<-finished
	<-finished
	return wrong.Load()
}
