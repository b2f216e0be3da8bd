package mvcc

import (
	"errors"
	"runtime"
	"testing"
	"weak"

	"k8s.io/client-go/tools/cache"
)

// tracked makes pods and tells how many of them are still reachable.
type tracked []weak.Pointer[pod]

func (t *tracked) pod(values ...string) *pod {
	p := newPod("1", values...)
	*t = append(*t, weak.Make(p))
	return p
}

// alive collects until at most limit are left, or gives up.
func (t tracked) alive(limit int) (n int) {
	for range 20 {
		runtime.GC()
		n = 0
		for _, p := range t {
			if p.Value() != nil {
				n++
			}
		}
		if n <= limit {
			break
		}
	}
	return n
}

// A closed snapshot that somebody still has a pointer to keeps neither objects nor log.
func TestClosedSnapshotKeepsNothing(t *testing.T) {
	s := newStore("one")
	var old tracked
	for i := range 300 {
		s.Update(keyOf(i), old.pod("v"))
	}
	snap := s.Snapshot()
	snap.Close()
	for range 40 {
		for i := range 300 {
			s.Update(keyOf(i), newPod("2", "v"))
		}
	}
	if n := old.alive(0); n > 0 {
		t.Errorf("%d old objects are alive", n)
	}
	snap.Close() // does nothing
	runtime.KeepAlive(s)
	runtime.KeepAlive(snap)
}

// A closed snapshot of a content that was replaced keeps that content no more.
func TestClosedSnapshotKeepsNoReplacedContent(t *testing.T) {
	s := newStore("one")
	var old tracked
	for i := range 300 {
		s.Update(keyOf(i), old.pod("v"))
	}
	snap := s.Snapshot()
	s.Replace(nil, "2")
	if n := old.alive(300); n != 300 {
		t.Errorf("%d of 300 objects of the snapshot are alive", n)
	}
	snap.Close()
	if n := old.alive(0); n > 0 {
		t.Errorf("%d old objects are alive", n)
	}
	runtime.KeepAlive(s)
	runtime.KeepAlive(snap)
}

// The writer who folds a snapshot that is closed at this moment does not bring it back.
func TestClosedWhileItIsFolded(t *testing.T) {
	s := newStore("one")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 6 * foldEvery {
			s.Update(keyOf(i%100), newPod("1", "v"))
		}
	}()
	var closed []*snapshot
	for range 3000 {
		snap := s.pin()
		snap.Get(keyOf(1))
		snap.Close()
		closed = append(closed, snap)
	}
	<-done
	for _, snap := range closed {
		if snap.pin.view.Load() != nil {
			t.Fatal("a closed snapshot has a view")
		}
	}
}

// The same, with the close at the worst moment.
func TestClosedBeforeItsFoldIsPublished(t *testing.T) {
	s := newStore("one")
	s.Update("k", newPod("1", "v"))
	snap, other := s.pin(), s.pin()
	g := s.generation.Load()
	from := g.commit.Load()
	s.Update("k", newPod("2", "v"))
	all := []laggard{{snap.pin, snap.pin.view.Load()}, {other.pin, other.pin.view.Load()}}
	snap.Close()
	foldAll(all, from, g.commit.Load(), 0)
	if snap.pin.view.Load() != nil {
		t.Error("the fold brought the view of a closed snapshot back")
	}
	if v := other.pin.view.Load(); v.upto != g.commit.Load() {
		t.Errorf("the other is folded to %d", v.upto)
	}
}

// A transaction fills a large segment to its end, and what is cleared away after it goes on in
// a small one: the large one does not stay all the same.
func TestLargeSegmentThatIsFullDoesNotStay(t *testing.T) {
	const keys = 1000
	for more := range 4 {
		s := newStore("one")
		var old tracked
		var entries []txnEntry
		for i := range keys {
			s.Update(keyOf(i), old.pod("v"))
			entries = append(entries, putEntry(keyOf(i), newPod("2", "v")))
		}
		s.Update("k", newPod("1", "w"))
		entries[more] = putEntry("k", newPod("2", "v")) // w goes after the commit
		s.Transaction(entries...)
		if err := checkLog(s.generation.Load()); err != nil {
			t.Error(err)
		}
		if n := old.alive(1 + segmentRecords); n > 1+segmentRecords {
			t.Errorf("%d of %d old objects are alive", n, keys)
		}
		runtime.KeepAlive(s)
	}
}

// What panics, panics before anything has changed: asking a nil pointer for its resource
// version, and an index function in the midst of AddIndexers.
func TestPanicsLeaveNoTrace(t *testing.T) {
	s := newStore("several")
	w := &world{chooser: fromSeed(1), store: s, state: &state{items: map[string]any{}}}
	for range 60 {
		w.update(w.key())
	}
	failing := func(obj any) ([]string, error) {
		if p, ok := obj.(*pod); ok && p.ResourceVersion == "60" {
			return nil, errors.New("broken")
		}
		return []string{"a", "b"}, nil
	}
	w.store.Update("k0", newPod("60"))
	w.state.put("k0", newPod("60"))
	w.state.items["k0"], _ = s.Get("k0")
	var none *node
	for name, call := range map[string]func(){
		"Update":           func() { s.Update("k0", none) },
		"DeleteWithObject": func() { s.DeleteWithObject("k0", (*pod)(nil)) },
		"Transaction":      func() { s.Transaction(putEntry("k1", "x"), dropEntry("k0", (*pod)(nil))) },
		"AddIndexers":      func() { _ = s.AddIndexers(cache.Indexers{"failing": failing}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
		if err := checkStore(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := (seen{pinnedView(s), w.state}).verify(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
