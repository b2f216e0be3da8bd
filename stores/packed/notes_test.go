package packed_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
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

// newNotes is a store of notes that learns dictionaries and has no cache.
func newNotes() *packed.Store {
	return packed.Options{Codec: notes{}, Cache: -1}.New(nil).(*packed.Store)
}

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

// wordsOfNote make some hundred bytes.
const wordsOfNote = 10

func (l language) note(i int) note {
	random := rand.New(rand.NewPCG(uint64(i), 2))
	var text strings.Builder
	for range wordsOfNote {
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

// bytesEach is what the notes of a store take.
func bytesEach(store *packed.Store) int64 {
	stats := store.Stats()
	return stats.PackedBytes / int64(stats.Packed)
}
