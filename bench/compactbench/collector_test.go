package compactbench_test

import (
	"bytes"
	"runtime"
	"sync/atomic"
	"testing"

	"informerbench/bench/compactbench"
)

// Where nothing can be divided there is no figure, and not infinity.
func TestWithoutEventsThereIsNoTime(t *testing.T) {
	if per, cycles := compactbench.CollectorPerEvent(runtime.GC, func() int64 { return 0 }); per != 0 || cycles != 0 {
		t.Errorf("%v ns in %v collections", per, cycles)
	}
}

// The watch counts to the end of the last collection it saw, with the events until then.
func TestCollectionsAreDividedByTheEventsBetweenThem(t *testing.T) {
	var events, seen atomic.Int64
	work := func() {
		events.Store(1000)
		runtime.GC()
		for asked := seen.Load(); seen.Load() < asked+2; { // two looks are after the collection
			runtime.Gosched()
		}
	}
	per, cycles := compactbench.CollectorPerEvent(work, func() int64 { seen.Add(1); return events.Load() })
	if per <= 0 || cycles < 1 {
		t.Errorf("%v ns in %v collections", per, cycles)
	}
}

// What is put on a shelf stays as it was, though it lies beside others.
func TestAShelfKeepsBytes(t *testing.T) {
	large := bytes.Repeat([]byte("x"), 5<<20)
	scratch := []byte("one")
	kept := compactbench.Put(scratch, []byte("two"), large, nil)
	copy(scratch, "xxx")
	_ = append(kept[0], "!!!"...)
	for i, want := range [][]byte{[]byte("one"), []byte("two"), large, nil} {
		if !bytes.Equal(kept[i], want) {
			t.Errorf("string %d is another now", i)
		}
	}
}
