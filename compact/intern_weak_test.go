package compact_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"informerbench/compact"
)

// hangs is how long something that has to happen is waited for.
const hangs = time.Minute

// internAll returns the shared copies of texts that nobody else has.
func internAll(in *compact.Interner, n int, format string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = in.String(fmt.Sprintf(format, i))
	}
	return all
}

// settle collects and sweeps until there are so many entries. Once is not always enough: a sweep after
// one collection that is still going on during the next looks at strings, and keeps them for that one.
func settle(t *testing.T, in *compact.Interner, entries int) {
	t.Helper()
	for start := time.Now(); in.Stats().Entries != entries; in.Sweep() {
		if time.Since(start) > hangs {
			t.Fatalf("%d entries, %d strings are used", in.Stats().Entries, entries)
		}
		runtime.GC()
	}
}

// An entry goes with the last user of its string, also if the string is so short that Go would put it
// together with others.
func TestEntriesGoWithTheirLastUser(t *testing.T) {
	for _, format := range []string{"%05d", "a somewhat longer string number %d"} {
		in := compact.NewInterner(compact.InternOptions{Sightings: 1})
		var kept []string
		for i, s := range internAll(in, 2000, format) {
			if i%10 == 0 {
				kept = append(kept, s)
			}
		}
		settle(t, in, len(kept))
		for i, s := range kept {
			if want := fmt.Sprintf(format, 10*i); s != want || !same(s, in.String(want)) {
				t.Fatalf("%q became %q, or another copy", want, s)
			}
		}
		runtime.KeepAlive(kept)
	}
}

// Nobody need call Sweep: collections do.
func TestCollectionsSweep(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{Sightings: 1})
	internAll(in, 50_000, "number %d")
	for start := time.Now(); in.Stats().Entries > 0; runtime.GC() {
		if time.Since(start) > hangs {
			t.Fatalf("still %d entries", in.Stats().Entries)
		}
	}
	if s := in.Stats(); s.Dropped != s.Added {
		t.Errorf("stats: %+v", s)
	}
}

// At the bound, what goes makes room.
func TestRoomIsMadeAtTheBound(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{Max: 100, Sightings: 1})
	internAll(in, 1000, "old %d")
	settle(t, in, 0)
	fresh := in.String("fresh")
	if !same(fresh, in.String(strings.Clone("fresh"))) {
		t.Error("there was no room")
	}
	runtime.KeepAlive(fresh)
}

// collected waits until the cleanup of something that nobody uses has run.
func collected(t *testing.T, what string, gone <-chan struct{}) {
	t.Helper()
	for start := time.Now(); ; runtime.GC() {
		select {
		case <-gone:
			return
		default:
		}
		if time.Since(start) > hangs {
			t.Fatalf("%s is still there", what)
		}
	}
}

// A string that was cut from a large buffer does not keep it.
func TestTheTableKeepsNoBuffer(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{})
	gone := make(chan struct{})
	shared := func() (shared [3]string) {
		buffer := []byte(strings.Repeat("x", 1<<20) + "the value" + "another one")
		view := unsafe.String(&buffer[0], len(buffer))
		runtime.AddCleanup(&buffer[0], func(gone chan struct{}) { close(gone) }, gone)
		for range 2 {
			shared[0] = in.Bytes(buffer[1<<20 : 1<<20+9])
			shared[1] = in.Bytes(buffer[1<<20+9:])
			shared[2] = in.String(view[1<<20-5 : 1<<20+3])
		}
		return shared
	}()
	collected(t, "the buffer", gone)
	if shared != [3]string{"the value", "another one", "xxxxxthe"} || !same(shared[0], in.String("the value")) {
		t.Errorf("shared are %q", shared)
	}
}

func TestTheInternerItselfGoes(t *testing.T) {
	gone := make(chan struct{})
	held := func() []string {
		in := compact.NewInterner(compact.InternOptions{Sightings: 1})
		runtime.AddCleanup(in, func(gone chan struct{}) { close(gone) }, gone)
		return internAll(in, 100, "text %d")
	}()
	collected(t, "the interner", gone)
	runtime.KeepAlive(held)
}

// Generation after generation of objects comes and goes: the table keeps none, nor does
// it grow. A table that kept the strings would grow by 18 MB from the fifth to the last, one that
// kept the entries by 8.
func TestChurnLeavesTheHeapFlat(t *testing.T) {
	const generations, texts, flat = 14, 10_000, 4 << 20
	in := compact.NewInterner(compact.InternOptions{})
	heap := func() int64 {
		runtime.GC()
		in.Sweep()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	base := int64(0)
	var live []string
	for g := range generations {
		next := make([]string, texts)
		for range 2 { // so that all are shared
			for i := range next {
				next[i] = in.String(fmt.Sprintf("generation %d has the string number %d of about a hundred bytes, %s", g, i, padding))
			}
		}
		live = next // the generation before goes only now: there are always two at a time
		now := heap()
		if g == 4 {
			base = now
		}
		if g > 4 && now > base+flat {
			t.Fatalf("generation %d: %d bytes, %d in the fifth", g, now, base)
		}
		if n := in.Stats().Entries; n > 2*texts { // see settle
			t.Fatalf("generation %d: %d entries, %d strings are used", g, n, texts)
		}
	}
	runtime.KeepAlive(live)
	if added := in.Stats().Added; added < generations*texts/4 {
		t.Errorf("only %d strings were ever shared", added)
	}
}

const padding = "0123456789012345678901234567890123456789"
