package packed_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"
)

// The first dictionaries are tried after 128 writes and 1,024 more, the next after 2,048 and
// 4,096 more, of the last 1,024 at most each time.
const (
	secondTried = 128 + 1024
	thirdTried  = secondTried + 2048
)

func TestADictionaryIsLearnedFromSingleWrites(t *testing.T) {
	notAboutRaces(t)
	store := newNotes()
	l := newLanguage(1)
	l.write(store, 0, 100)
	before := bytesEach(store)
	l.write(store, 0, secondTried)
	l.write(store, 0, 200)
	for i := 200; i < secondTried; i++ {
		store.Delete(fmt.Sprint(i))
	}
	if after := bytesEach(store); 2*after > before {
		t.Errorf("a note takes %d bytes with a dictionary, and took %d without", after, before)
	}
	l.mustBe(t, store, 0, 200)
}

func TestADictionaryIsLearnedFromAList(t *testing.T) {
	store := newNotes()
	l := newLanguage(1)
	l.write(store, 0, 100)
	before := bytesEach(store)
	var items []stores.Item
	for i := range 2048 { // as many as are packed together
		items = append(items, stores.Item{Key: fmt.Sprint(i), Object: l.note(i)})
	}
	store.ReplaceList(items, "1")
	if after := bytesEach(store); 2*after > before {
		t.Errorf("a note takes %d bytes with a dictionary, and took %d without", after, before)
	}
	l.mustBe(t, store, 0, 2048)
}

// When the stream changes, another dictionary comes; the objects of the old one stay as they are, and it goes with
// the last of them.
func TestDictionariesFollowTheStream(t *testing.T) {
	notAboutRaces(t)
	store := newNotes()
	first, second := newLanguage(1), newLanguage(2)
	first.write(store, 0, secondTried)
	first.write(store, 0, 100)
	const all, rest = thirdTried + 100, 100
	second.write(store, secondTried, all-secondTried-rest-100) // 100 were written twice
	first.mustBe(t, store, 0, secondTried)
	before := bytesEach(store)
	second.write(store, all-rest, rest)
	second.mustBe(t, store, secondTried, all-secondTried-rest-100)
	if n := store.Stats().Dictionaries; n < 2 {
		t.Errorf("%d dictionaries, where two languages are spoken", n)
	}
	for i := range all - rest {
		store.Delete(fmt.Sprint(i))
	}
	if last := bytesEach(store); 3*last > 2*before {
		t.Errorf("a note of the second language takes %d bytes, and most of those before took %d", last, before)
	}
	second.write(store, 0, 100) // what the inner store remembers of the deletes is overwritten
	for deadline := time.Now().Add(30 * time.Second); store.Stats().Dictionaries > 1; runtime.Gosched() {
		if runtime.GC(); time.Now().After(deadline) {
			t.Fatalf("%d dictionaries stay", store.Stats().Dictionaries)
		}
	}
	second.mustBe(t, store, all-rest, rest)
}

// However often the language changes, no more than some dictionaries are alive, and every
// object stays readable.
func TestDictionariesAreBounded(t *testing.T) {
	notAboutRaces(t)
	store := newNotes()
	const n, languages = 2048, 9
	for seed := range uint64(languages) {
		l := newLanguage(seed)
		var entries []stores.Item
		for i := range n {
			entries = append(entries, stores.Item{Key: fmt.Sprint(seed, "/", i), Object: l.note(i)})
		}
		store.Transaction(adding(entries)...)
		if alive := store.Stats().Dictionaries; alive > 8 {
			t.Fatalf("%d dictionaries are alive", alive)
		}
	}
	for seed := range uint64(languages) {
		l := newLanguage(seed)
		for i := 0; i < n; i += 16 {
			if got, _ := store.Get(fmt.Sprint(seed, "/", i)); got != any(l.note(i)) {
				t.Fatalf("note %d of language %d is %v", i, seed, got)
			}
		}
	}
}

func TestRealPodsArePackedWell(t *testing.T) {
	notAboutRaces(t)
	items := population(t, workload.Pods, 2100)
	store := packed.New(nil).(*packed.Store)
	store.ReplaceList(items, "1")
	stats := store.Stats()
	t.Logf("%d bytes encoded, %d packed", stats.EncodedBytes/2100, stats.PackedBytes/2100)
	if 3*stats.PackedBytes > stats.EncodedBytes {
		t.Errorf("%d bytes became %d", stats.EncodedBytes, stats.PackedBytes)
	}
}
