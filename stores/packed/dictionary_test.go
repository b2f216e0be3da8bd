package packed_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"
)

// note is an object that is text.
type note string

type notes struct{}

func (notes) For(t reflect.Type) packed.Coding {
	if t != reflect.TypeFor[note]() {
		return nil
	}
	return notes{}
}
func (notes) Append(into []byte, obj any) ([]byte, error) { return append(into, obj.(note)...), nil }
func (notes) Decode(data []byte) (any, error)             { return note(data), nil }

// language makes notes of words of its own.
type language []string

func newLanguage(seed uint64) language {
	random := rand.New(rand.NewPCG(seed, 1))
	words := make(language, 300)
	for i := range words {
		words[i] = fmt.Sprintf("%x-%x", random.Uint64(), random.Uint64())
	}
	return words
}

func (l language) note(i int) note {
	random := rand.New(rand.NewPCG(uint64(i), 2))
	var text strings.Builder
	for range 40 {
		text.WriteString(l[random.IntN(len(l))])
	}
	return note(text.String())
}

// write stores so many notes from a number on, each under its number.
func (l language) write(store stores.Store, from, n int) {
	for i := from; i < from+n; i++ {
		store.Add(fmt.Sprint(i), l.note(i))
	}
}

func (l language) mustBe(t *testing.T, store stores.Store, from, n int) {
	t.Helper()
	for i := from; i < from+n; i++ {
		if got, _ := store.Get(fmt.Sprint(i)); got != any(l.note(i)) {
			t.Fatalf("note %d is %v", i, got)
		}
	}
}

// bytesEach is what the notes of a range take, when they are stored alone.
func bytesEach(store *packed.Store) int64 {
	stats := store.Stats()
	return stats.PackedBytes / int64(stats.Packed)
}

func TestADictionaryIsLearnedFromSingleWrites(t *testing.T) {
	store := packed.Options{Codec: notes{}}.New(nil).(*packed.Store)
	l := newLanguage(1)
	l.write(store, 0, 100)
	before := bytesEach(store)
	l.write(store, 0, 2000)
	if after := bytesEach(store); 2*after > before {
		t.Errorf("a note takes %d bytes with a dictionary, and took %d without", after, before)
	}
	l.mustBe(t, store, 0, 2000)
}

func TestADictionaryIsLearnedFromAList(t *testing.T) {
	store := packed.Options{Codec: notes{}}.New(nil).(*packed.Store)
	l := newLanguage(1)
	l.write(store, 0, 100)
	before := bytesEach(store)
	var items []stores.Item
	for i := range 3000 {
		items = append(items, stores.Item{Key: fmt.Sprint(i), Object: l.note(i)})
	}
	store.ReplaceList(items, "1")
	if after := bytesEach(store); 2*after > before {
		t.Errorf("a note takes %d bytes with a dictionary, and took %d without", after, before)
	}
	l.mustBe(t, store, 0, 3000)
}

// When the stream changes, another dictionary comes; the objects of the old one stay as they are, and it goes with
// the last of them.
func TestDictionariesFollowTheStream(t *testing.T) {
	store := packed.Options{Codec: notes{}, Cache: -1}.New(nil).(*packed.Store)
	first, second := newLanguage(1), newLanguage(2)
	first.write(store, 0, 2000)
	learned := bytesEach(store)
	second.write(store, 2000, 6000) // the trials of this range are due after 2,048 and 4,096 writes
	first.mustBe(t, store, 0, 2000)
	second.mustBe(t, store, 2000, 6000)
	if n := store.Stats().Dictionaries; n < 2 {
		t.Errorf("%d dictionaries, where two languages are spoken", n)
	}
	for i := range 7900 {
		store.Delete(fmt.Sprint(i))
	}
	if last := bytesEach(store); 2*last > 3*learned {
		t.Errorf("a note of the second language takes %d bytes, one of the first took %d", last, learned)
	}
	second.write(store, 0, 100) // what the inner store remembers of the deletes is overwritten
	for deadline := time.Now().Add(30 * time.Second); store.Stats().Dictionaries > 1; runtime.Gosched() {
		if runtime.GC(); time.Now().After(deadline) {
			t.Fatalf("%d dictionaries stay", store.Stats().Dictionaries)
		}
	}
	second.mustBe(t, store, 7900, 100)
}

// However often the language changes, no more than some dictionaries are alive, and every
// object stays readable.
func TestDictionariesAreBounded(t *testing.T) {
	store := packed.Options{Codec: notes{}, Cache: -1}.New(nil).(*packed.Store)
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

// Samples of which no dictionary can be made do no harm.
func TestOddSamplesAreStored(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	noise := func(n int) note {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		return note(data)
	}
	for name, next := range map[string]func(i int) note{
		"empty":            func(int) note { return "" },
		"all the same":     func(int) note { return note(strings.Repeat("the same ", 100)) },
		"one byte":         func(int) note { return note(strings.Repeat("a", 5000)) },
		"noise":            func(int) note { return noise(500) },
		"very short":       func(i int) note { return note(fmt.Sprint(i)) },
		"large":            func(i int) note { return note(strings.Repeat(fmt.Sprint(i, " "), 6_000)) },
		"large noise":      func(int) note { return noise(70_000) },
		"short then large": func(i int) note { return note(strings.Repeat("x y z ", i*i/2)) },
	} {
		t.Run(name, func(t *testing.T) {
			store := packed.Options{Codec: notes{}}.New(nil)
			stored := map[string]note{}
			for i := range 140 {
				key := fmt.Sprint(i)
				stored[key] = next(i)
				store.Add(key, stored[key])
			}
			for key, want := range stored {
				if got, _ := store.Get(key); got != any(want) {
					t.Fatalf("%s is %.40v, want %.40v", key, got, want)
				}
			}
		})
	}
}

func TestRealPodsArePackedWell(t *testing.T) {
	items := population(t, workload.Pods, 2100)
	store := packed.New(nil).(*packed.Store)
	store.ReplaceList(items, "1")
	stats := store.Stats()
	t.Logf("%d bytes encoded, %d packed", stats.EncodedBytes/2100, stats.PackedBytes/2100)
	if 3*stats.PackedBytes > stats.EncodedBytes {
		t.Errorf("%d bytes became %d", stats.EncodedBytes, stats.PackedBytes)
	}
}
