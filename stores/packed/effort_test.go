package packed_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"
)

// efforts are options that pack differently, worst first.
var efforts = []struct {
	name    string
	options packed.Options
}{
	{"no dictionary", packed.Options{Dictionary: -1}},
	{"a small dictionary", packed.Options{Dictionary: 2 << 10}},
	{"the defaults", packed.Options{}},
	{"the better level", packed.Options{Level: packed.LevelBetter, Dictionary: packed.MaxDictionary}},
}

func TestMoreEffortMakesObjectsSmaller(t *testing.T) {
	notAboutRaces(t)
	items := population(t, workload.Pods, 2100)
	last := int64(1 << 40)
	for _, e := range efforts {
		store := e.options.New(nil).(*packed.Store)
		store.ReplaceList(items, "1")
		stats := store.Stats()
		t.Logf("%s: %d bytes a pod", e.name, stats.PackedBytes/int64(stats.Packed))
		if stats.PackedBytes >= last {
			t.Errorf("with %s %d pods take %d bytes, and took %d with less effort", e.name, stats.Packed, stats.PackedBytes, last)
		}
		last = stats.PackedBytes
	}
}

func TestWithEveryEffortObjectsAreEqual(t *testing.T) {
	notAboutRaces(t)
	items := somePods(t, 150) // the first dictionary comes after 128
	tries := []packed.Options{
		{Level: packed.LevelDefault, Dictionary: 4 << 10}, {Dictionary: -1}, {Level: packed.LevelBetter, Dictionary: 1 << 30},
		{Dictionary: 1}, {Dictionary: 64}, {Level: -1}, {Level: 99},
	}
	for _, o := range tries {
		o.Cache = -1
		store := o.New(nil).(*packed.Store)
		for _, item := range items {
			store.Add(item.Key, item.Object)
		}
		mustEqual(t, store, items)
		if n := store.Stats().Dictionaries; o.Dictionary < 0 && n != 1 {
			t.Errorf("%d dictionaries where none shall be", n)
		}
	}
}

// The caller does it all, or some do it together.
func TestWithAnyNumberOfProcessorsObjectsAreEqual(t *testing.T) {
	l := newLanguage(1)
	for _, processors := range []int{1, 3} {
		store := packed.Options{Codec: notes{}, Cache: -1, Processors: processors}.New(nil).(*packed.Store)
		want := map[any]bool{}
		var items []stores.Item
		for i := range 2048 {
			items = append(items, stores.Item{Key: fmt.Sprint(i), Object: l.note(i)})
			want[l.note(i)] = true
		}
		store.ReplaceList(items, "1")
		for _, obj := range store.List() {
			delete(want, obj)
		}
		if len(want) > 0 {
			t.Errorf("with %d processors %d notes are missing", processors, len(want))
		}
	}
}

// Samples of which no dictionary can be made do no harm.
func TestOddSamplesAreStored(t *testing.T) {
	notAboutRaces(t)
	random := rand.New(rand.NewPCG(1, 1))
	noise := func(n int) note {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		return note(data)
	}
	const large = 6000
	for name, next := range map[string]func(i int) note{
		"empty":            func(int) note { return "" },
		"all the same":     func(int) note { return note(strings.Repeat("the same ", 100)) },
		"one byte":         func(int) note { return note(strings.Repeat("a", 5000)) },
		"noise":            func(int) note { return noise(500) },
		"very short":       func(i int) note { return note(fmt.Sprint(i)) },
		"large":            func(i int) note { return note(strings.Repeat(fmt.Sprint(i, " "), large)) },
		"large noise":      func(int) note { return noise(12 * large) },
		"short then large": func(i int) note { return note(strings.Repeat("x y z ", i*i*large/12_000)) },
	} {
		t.Run(name, func(t *testing.T) {
			store := newNotes()
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
