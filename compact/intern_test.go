package compact_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/compact"
)

// same tells whether two strings are the same memory.
func same(a, b string) bool { return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b) }

func TestSecondSightingIsShared(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{})
	a, b, c := strings.Clone("registry.example.com/app"), strings.Clone("registry.example.com/app"), strings.Clone("registry.example.com/app")
	first, second, third := in.String(a), in.String(b), in.String(c)
	if !same(first, a) {
		t.Error("the first was replaced")
	}
	if same(second, a) || same(second, b) || second != b {
		t.Error("the second is not a copy of the table's own")
	}
	if !same(third, second) || !same(in.Bytes([]byte(c)), second) {
		t.Error("later ones are not the second")
	}
	if s := in.Stats(); s.Entries != 1 || s.Added != 1 {
		t.Errorf("stats: %+v", s)
	}
	runtime.KeepAlive(second) // or the collector may take it, and the entry with it
}

func TestSightingsCanBeChosen(t *testing.T) {
	for _, n := range []int{1, 2, 5} {
		in := compact.NewInterner(compact.InternOptions{Sightings: n})
		for i := 1; i <= n; i++ {
			in.String("some text")
			if got := in.Stats().Added; got != uint64(i/n) {
				t.Errorf("Sightings %d: %d taken in after %d", n, got, i)
			}
		}
	}
}

func TestShortAndLongStrings(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{Sightings: 1})
	long := strings.Repeat("x", 100_000)
	var held []string // what nobody holds may be taken in again
	for _, s := range []string{"", "a", "\xff", "ab", "\x00\x00", "ü", long} {
		got := in.String(s)
		if got != s {
			t.Errorf("%.10q became %.10q", s, got)
		}
		held = append(held, got)
		if got := in.Bytes([]byte(s)); got != s {
			t.Errorf("%.10q became %.10q of bytes", s, got)
		}
	}
	runtime.KeepAlive(held)
	if got := in.Stats().Added; got != 3 { // neither empty ones, nor single bytes, nor very long ones
		t.Errorf("%d taken in", got)
	}
}

// Bytes does not keep what it is given.
func TestBytesMayBeReused(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{})
	b := []byte("one value")
	var got []string
	for range 3 {
		copy(b, "one value")
		got = append(got, in.Bytes(b))
		copy(b, "XXXXXXXXX")
	}
	for _, s := range got {
		if s != "one value" {
			t.Errorf("it became %q", s)
		}
	}
}

func TestKnownBytesAllocateNothing(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{})
	b := []byte("app.kubernetes.io/name")
	in.Bytes(b)
	held := in.Bytes(b)
	if n := testing.AllocsPerRun(100, func() { in.Bytes(b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if !same(held, in.Bytes(b)) {
		t.Error("it is another one now")
	}
}

// The versions of one object are one sighting, whatever happens to it.
func TestOneObjectIsOneSighting(t *testing.T) {
	in := compact.NewInterner(compact.InternOptions{})
	pod := func(uid, ip string) *corev1.Pod {
		return decoded(t, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{UID: types.UID(uid), Namespace: "shop"}, Status: corev1.PodStatus{PodIP: ip}})
	}
	for range 5 {
		transform(t, in, pod("u-1", "10.0.0.1"))
	}
	if n := in.Stats().Entries; n != 0 {
		t.Errorf("%d entries from one object", n)
	}
	others := []*corev1.Pod{pod("u-2", "10.0.0.2"), pod("u-3", "10.0.0.3"), pod("u-4", "10.0.0.4")}
	for _, o := range others {
		transform(t, in, o)
	}
	if s := in.Stats(); s.Entries != 1 || s.Objects != 8 { // the namespace
		t.Errorf("stats: %+v", s)
	}
	runtime.KeepAlive(others)
}

// At the bound strings stay as they came; those that are known are shared still.
func TestInternerIsBounded(t *testing.T) {
	for _, most := range []int{1, 10, 1000, 20_000} {
		in := compact.NewInterner(compact.InternOptions{Max: most, Sightings: 1})
		held := make([]string, 0, 2*most)
		for i := range 2 * most {
			s := fmt.Sprintf("string number %d", i)
			if got := in.String(s); got != s {
				t.Fatalf("%q became %q", s, got)
			} else {
				held = append(held, got)
			}
		}
		s := in.Stats()
		if s.Entries > most || s.Entries < most*8/10 || s.Refused == 0 {
			t.Errorf("Max %d: stats %+v", most, s)
		}
		shared := 0
		for _, h := range held {
			if same(h, in.String(strings.Clone(h))) {
				shared++
			}
		}
		if shared != s.Entries {
			t.Errorf("Max %d: %d of %d entries are found", most, shared, s.Entries)
		}
	}
}

// Whoever asks at the same time gets the same copy.
func TestInterningConcurrently(t *testing.T) {
	const goroutines, texts = 8, 5000
	in := compact.NewInterner(compact.InternOptions{Sightings: 1})
	got := make([][]string, goroutines)
	var all sync.WaitGroup
	for g := range goroutines {
		all.Go(func() {
			for i := range texts {
				s := fmt.Sprintf("text %d", i)
				if i%2 == g%2 {
					s = in.String(s)
				} else {
					s = in.Bytes([]byte(s))
				}
				got[g] = append(got[g], s)
			}
		})
	}
	all.Go(func() {
		for range 50 {
			in.Sweep()
			in.Stats()
		}
	})
	all.Wait()
	for g := range goroutines {
		for i, s := range got[g] {
			if want := fmt.Sprintf("text %d", i); s != want || !same(s, got[0][i]) {
				t.Fatalf("%q: %q, shared %v", want, s, same(s, got[0][i]))
			}
		}
	}
	if n := in.Stats().Entries; n != texts {
		t.Errorf("%d entries", n)
	}
	runtime.KeepAlive(got)
}
