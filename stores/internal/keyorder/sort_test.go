package keyorder_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"informerbench/stores/internal/keyorder"

	"pgregory.net/rapid"
)

// key draws keys that begin alike, end early, repeat, and hold zero bytes and bytes
// that are no UTF-8.
func key() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"", "\x00", "\x00\x00", "a", "ns/", "deployment-", "\xff", "\xfe\x80", strings.Repeat("long", 5)}),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 12), func(b []byte) string { return string(b) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 6), func(pieces []string) string { return strings.Join(pieces, "") })
}

func TestSortIsSlicesSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SliceOfN(key(), 1, 40).Draw(t, "keys")
		n := rapid.IntRange(0, 400).Draw(t, "n")
		prefix := key().Draw(t, "prefix")
		keys := make([]string, n)
		for i := range keys {
			keys[i] = prefix + few[i%len(few)] + few[(i*7+3)%len(few)]
		}
		if err := sortsLikeSlices(keys); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzSort(f *testing.F) {
	for _, seed := range []string{"", "b|a", "a\x00|a|a\x00\x00", strings.Repeat("ns/pod-b|ns/pod-a|", 40), "\xff|\xfe|" + strings.Repeat("x", 40)} {
		f.Add(seed, "ns/")
	}
	f.Fuzz(func(t *testing.T, joined, prefix string) {
		keys := strings.Split(joined, "|")
		for len(keys) < 100 { // enough for the radix sort
			keys = append(keys, keys[len(keys)/2]+keys[len(keys)-1])
			if len(joined) > 1000 {
				break
			}
		}
		for i := range keys {
			keys[i] = prefix + keys[i][:min(len(keys[i]), 64)]
		}
		if err := sortsLikeSlices(keys); err != nil {
			t.Fatal(err)
		}
	})
}

func sortsLikeSlices(keys []string) error {
	want := slices.Clone(keys)
	slices.Sort(want)
	keyorder.Sort(keys)
	if !slices.Equal(keys, want) {
		return fmt.Errorf("sorted %.2000q, want %.2000q", keys, want)
	}
	return nil
}

func TestAwkwardKeys(t *testing.T) {
	const n = 200
	many := func(key func(i int) string) []string {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = key((i * 77) % n)
		}
		return keys
	}
	for name, keys := range map[string][]string{
		"none":                          nil,
		"all equal":                     many(func(int) string { return "ns/pod" }),
		"all empty":                     many(func(int) string { return "" }),
		"runs of one byte":              many(func(i int) string { return strings.Repeat("a", i) }),
		"zeros only":                    many(func(i int) string { return strings.Repeat("\x00", i%20) }),
		"differ after plain sort's due": many(func(i int) string { return strings.Repeat("x", 3000) + fmt.Sprint(i) }),
		"end at plain sort's due":       many(func(i int) string { return strings.Repeat("x", 900+i) }),
		"the guess of the prefix fails": many(func(i int) string { return fmt.Sprintf("%d/a-common-name-%d", i%3, i) }),
		"descending":                    many(func(i int) string { return fmt.Sprintf("ns/%09d", 1000-i) }),
	} {
		if err := sortsLikeSlices(keys); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// podKeys are keys of one namespace, as ReplicaSets name their pods.
func podKeys(n int) []string {
	const alphabet = "bcdfghjklmnpqrstvwxz2456789"
	r := rand.New(rand.NewPCG(1, uint64(n)))
	letters := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		return string(b)
	}
	owner := ""
	keys := make([]string, n)
	for i := range keys {
		if i%10 == 0 {
			owner = fmt.Sprintf("production/service-%d-%s-", r.IntN(n), letters(9))
		}
		keys[i] = owner + letters(5)
	}
	r.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

func TestPodKeys(t *testing.T) {
	for _, n := range []int{1, 24, 25, 100, 5000} {
		if err := sortsLikeSlices(podKeys(n)); err != nil {
			t.Error(err)
		}
	}
}
