package compact

import (
	"hash/maphash"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// A hash alone never decides: not about the type, not about the size, and a part with the hash of another
// is just not entered.
func TestTableTellsPartsOfOneHashApart(t *testing.T) {
	table := &table{seed: maphash.MakeSeed()}
	a, b := new([8]uint64), new([8]uint64)
	table.put(1, firstLayout, 1, unsafe.Pointer(a))
	table.put(1, firstLayout, 1, unsafe.Pointer(b))
	if got := table.find(1, firstLayout, 1); got != unsafe.Pointer(a) {
		t.Errorf("got %p, want %p", got, a)
	}
	if table.find(1, firstLayout+1, 1) != nil || table.find(1, firstLayout, 2) != nil || table.find(2, firstLayout, 1) != nil {
		t.Error("the hash alone has decided")
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
}

// All parts have the same hash: nothing may be taken for something else.
func TestEqualityDecidesNotTheHash(t *testing.T) {
	s := NewSharer(ShareOptions{})
	p := s.layouts.of(quantityType)
	w := &walker{s: s}
	o := &op{kind: opText, site: &site{}}
	hash := mix(textPart, s.table.hashText("one string"))
	forged := strings.Clone("two string")
	s.table.put(hash, textPart, len(forged), unsafe.Pointer(unsafe.StringData(forged)))
	if got, _ := w.knownText(o.site, "one string"); got != "one string" {
		t.Errorf("got %q", got)
	}
	runtime.KeepAlive(forged)
	if p.flat() {
		t.Error("a quantity is not plain memory")
	}
}

func TestSiteRestsWhereNothingIsFound(t *testing.T) {
	var vain, useful site
	rested := 0
	for range 20 * period {
		if useful.rests() {
			t.Fatal("a place rests at which much is found")
		}
		useful.hit()
		if vain.rests() {
			rested++
		}
	}
	if rested < 14*period || rested > 19*period {
		t.Errorf("a place at which nothing is found rested %d of %d times", rested, 20*period)
	}
}

func TestDoorLetsInWhatASecondObjectHas(t *testing.T) {
	var d door
	for i := range uint64(20 * minDoor) {
		h := mix(i, 1)
		for range 2 {
			if d.seen(h, 2) {
				t.Fatalf("hash %d came with one object only", i)
			}
		}
		if !d.seen(h, 4) {
			t.Fatalf("hash %d came with a second object", i)
		}
	}
	if n := len(*d.tags.Load()); n <= minDoor || n > maxDoor {
		t.Errorf("the door has %d tags", n)
	}
}

// They come in turn: in a bucket of fewer places each would be forgotten before its second object.
func TestPartsOfOneBucketDoNotDriveEachOtherOut(t *testing.T) {
	const parts = 4
	var d door
	part := func(i int) uint64 { return uint64(i)<<32 | 7 }
	for i := range parts {
		d.seen(part(i), 2)
	}
	for i := range parts {
		if !d.seen(part(i), 4) {
			t.Errorf("part %d of %d of one bucket is forgotten", i, parts)
		}
	}
	for i := range 2 * parts { // a full bucket takes new ones all the same
		d.seen(part(100+i), 2)
		if !d.seen(part(100+i), 4) {
			t.Errorf("part %d is forgotten at once", 100+i)
		}
	}
}
