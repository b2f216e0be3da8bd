package compact

import (
	"runtime"
	"weak"
)

// sweepAtOnce is how many entries a collection's sweep looks at before it leaves the rest to the
// next one: a fraction of a millisecond.
const sweepAtOnce = 32 << 10

// Sweep drops the entries whose strings are no longer used, as far as the last garbage
// collection found out, and shrinks the table. It need not be called: part of the table is swept after
// each collection, and each part when it grows. It takes about 10 ns an entry, and holds up only those
// who add strings.
func (in *Interner) Sweep() {
	for i := range in.shards {
		in.shards[i].sweep(0)
	}
}

// sweep drops dead entries if there are more of them than the given share of all, in
// 1/256.
func (sh *shard) sweep(tolerated int64) {
	if sh.used.Load() == 0 {
		return
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	t, dead := sh.slots.Load(), int64(0)
	for i := range t.cells {
		if e := t.cells[i].Load(); e != nil && e.data.Value() == nil {
			dead++
		}
	}
	if dead > sh.used.Load()*tolerated/256 {
		sh.rebuild()
	}
}

// sweepSome goes on where the last one stopped.
func (in *Interner) sweepSome() {
	looked := int64(0)
	for range in.shards {
		sh := &in.shards[(in.next.Add(1)-1)%uint64(len(in.shards))]
		looked += sh.used.Load()
		sh.sweep(256 / 8)
		if looked >= sweepAtOnce {
			return
		}
	}
}

// sentinel is an object that nobody holds. It has an allocation of its own, or it would
// live as long as a neighbour in it.
type sentinel struct{ _ [16]byte }

// sweepWithCollections has the interner swept after each garbage collection, on the runtime's
// goroutine for cleanups: a sentinel that is unreachable at once is found by the next collection,
// and its cleanup sets up the next sentinel. The interner is referred to weakly, so all of it ends
// with the interner.
func (in *Interner) sweepWithCollections() {
	runtime.AddCleanup(new(sentinel), afterCollection, weak.Make(in))
}

func afterCollection(w weak.Pointer[Interner]) {
	if in := w.Value(); in != nil {
		in.sweepSome()
		in.sweepWithCollections()
	}
}
