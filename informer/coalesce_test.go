package informer

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"pgregory.net/rapid"
)

// These tests drive one buffer step by step, which only its producer and consumer can.

// keyed makes objects and notifications of them as a store would: adds, updates that
// name what was there, deletes.
type keyed struct {
	version int
	present map[string]*metav1.PartialObjectMetadata
}

func newKeyed() *keyed { return &keyed{present: map[string]*metav1.PartialObjectMetadata{}} }

func (k *keyed) put(name string) notification {
	k.version++
	obj := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
		Namespace: "ns", Name: name, ResourceVersion: strconv.Itoa(k.version),
	}}
	n := notification{new: obj, kind: added}
	if old, ok := k.present[name]; ok {
		n = notification{old: old, new: obj, kind: updated}
	}
	k.present[name] = obj
	return n
}

func (k *keyed) resync(name string) notification {
	return notification{old: k.present[name], new: k.present[name], kind: resynced}
}

func (k *keyed) delete(name string, tombstone bool) notification {
	var last any = k.present[name]
	delete(k.present, name)
	if tombstone {
		last = cache.DeletedFinalStateUnknown{Key: "ns/" + name, Obj: last}
	}
	return notification{old: last, kind: deleted}
}

// calls renders what a consumer got: the key, the kind, and the versions.
func calls(b *buffer) (got []string) {
	for c := b.take(); c != nil; c = c.next {
		for c.read < len(c.items) {
			got = append(got, render(c.pop()))
		}
		b.recycle(c)
	}
	return got
}

func render(n notification) string {
	key, _ := n.key()
	switch n.kind {
	case added, addedInitially:
		return fmt.Sprintf("%s +%s", key, versionOf(n.new))
	case deleted:
		return fmt.Sprintf("%s -", key)
	}
	return fmt.Sprintf("%s %s→%s", key, versionOf(n.old), versionOf(n.new))
}

func versionOf(obj any) string { return obj.(metav1.Object).GetResourceVersion() }

func TestCoalescing(t *testing.T) {
	put := func(names ...string) func(*keyed) []notification {
		return func(k *keyed) (all []notification) {
			for _, name := range names {
				all = append(all, k.put(name))
			}
			return all
		}
	}
	remove := func(tombstone bool) func(*keyed) []notification {
		return func(k *keyed) []notification { return []notification{k.delete("a", tombstone)} }
	}
	for _, c := range []struct {
		what  string
		limit int
		steps []func(*keyed) []notification
		want  []string
	}{
		{"off", 0, steps(put("a", "a", "a")), []string{"ns/a +1", "ns/a 1→2", "ns/a 2→3"}},
		{"below the limit", 3, steps(put("a", "a", "a")), []string{"ns/a +1", "ns/a 1→2", "ns/a 2→3"}},
		{"an add shows the newest", 1, steps(put("a", "a", "a")), []string{"ns/a +3"}},
		{"the oldest old and the newest new", 2, steps(put("a", "a", "a", "a")), []string{"ns/a +1", "ns/a 1→4"}},
		{"other keys wait in their place", 2, steps(put("a", "b", "a", "c", "b", "c")), []string{"ns/a +3", "ns/b +5", "ns/c +6"}},
		{"a delete stays, and what follows it", 1, steps(put("a", "a"), remove(false), put("a", "a")), []string{"ns/a +2", "ns/a -", "ns/a +4"}},
		{"a tombstone too", 1, steps(put("a", "a"), remove(true), put("a", "a")), []string{"ns/a +2", "ns/a -", "ns/a +4"}},
		{"nothing is merged across a delete", 1, steps(put("a"), remove(false), func(k *keyed) []notification {
			odd := k.put("a")
			odd.kind, odd.old = updated, odd.new // without an add between
			return []notification{odd}
		}), []string{"ns/a +1", "ns/a -", "ns/a 2→2"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			k, b := newKeyed(), newBuffer(c.limit)
			for _, step := range c.steps {
				b.add(step(k), true)
			}
			if got := calls(b); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if b.pending() != 0 {
				t.Errorf("%d pending after all was taken", b.pending())
			}
		})
	}
}

func steps(s ...func(*keyed) []notification) []func(*keyed) []notification { return s }

// A resync that meets a waiting update adds nothing to it; a change that meets a waiting
// resync makes it a change.
func TestCoalescingOfResyncs(t *testing.T) {
	k, b := newKeyed(), newBuffer(1)
	b.add([]notification{k.put("a")}, true)
	calls(b)
	b.add([]notification{k.resync("a"), k.put("a"), k.resync("a")}, true)
	c := b.take()
	if got := c.pop(); len(c.items) != 1 || got.kind != updated || render(got) != "ns/a 1→2" {
		t.Errorf("got %q of kind %d", render(got), got.kind)
	}
	b.recycle(c)
	b.add([]notification{k.put("a"), k.resync("a")}, false)
	if got := calls(b); !slices.Equal(got, []string{"ns/a 2→3"}) || b.coalesced() != 2 {
		t.Errorf("got %q, %d coalesced", got, b.coalesced())
	}
}

// The index of what waits is dropped with the backlog, and while there is none it costs
// nothing.
func TestCoalescingKeepsNoIndexWithoutABacklog(t *testing.T) {
	k, b := newKeyed(), newBuffer(100)
	for i := range 200 {
		b.add([]notification{k.put(fmt.Sprint("pod-", i))}, true)
		if indexed := b.merging.last != nil; indexed != (i >= 100) {
			t.Fatalf("with %d waiting: indexed=%v", b.waiting, indexed)
		}
	}
	for b.waiting > 0 {
		b.recycle(b.take())
		if b.merging.last != nil && len(b.merging.last) != b.waiting {
			t.Errorf("%d waiting, %d indexed", b.waiting, len(b.merging.last))
		}
	}
	if b.merging.last != nil {
		t.Error("an index without a backlog")
	}
}

// Whatever is sent and whenever it is taken: each key's calls are a chain from nothing to
// the newest version without a gap, all adds and deletes are there, and no
// more waits than was promised.
func TestCoalescingAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 80).Draw(t, "limit")
		k, b, seen := newKeyed(), newBuffer(limit), newChain()
		var sent, adds, deletes, got int
		names := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
		for range rapid.IntRange(1, 400).Draw(t, "steps") {
			switch action := rapid.IntRange(0, 19).Draw(t, "action"); {
			case action == 0 && b.waiting > 0:
				c := b.take()
				got += seen.consume(t, c)
				b.recycle(c)
				continue
			case action <= 3:
				if name := names.Draw(t, "name"); k.present[name] != nil {
					b.add([]notification{k.delete(name, action == 1)}, true)
					deletes++
					sent++
				}
			case action <= 5:
				if name := names.Draw(t, "name"); k.present[name] != nil {
					b.add([]notification{k.resync(name)}, action == 4)
					if action == 4 {
						sent++
					}
				}
			default:
				n := k.put(names.Draw(t, "name"))
				if n.kind == added {
					adds++
				}
				b.add([]notification{n}, true)
				sent++
			}
			if most := limit + adds + deletes - seen.adds - seen.deletes + 6; b.waiting > most {
				t.Fatalf("%d wait, at most %d should", b.waiting, most)
			}
		}
		for b.waiting > 0 {
			c := b.take()
			got += seen.consume(t, c)
			b.recycle(c)
		}
		if seen.adds != adds || seen.deletes != deletes || got+int(b.coalesced()) != sent {
			t.Fatalf("%d of %d adds, %d of %d deletes; %d sent, %d got, %d coalesced", seen.adds, adds, seen.deletes, deletes, sent, got, b.coalesced())
		}
		if !maps.Equal(seen.known, k.present) {
			t.Fatalf("the handler knows %v, there is %v", seen.known, k.present)
		}
	})
}

// chain is a handler that checks that each call goes on from where the last one of its key ended.
type chain struct {
	known         map[string]*metav1.PartialObjectMetadata
	adds, deletes int
}

func newChain() *chain { return &chain{known: map[string]*metav1.PartialObjectMetadata{}} }

func (h *chain) consume(t *rapid.T, c *chunk) (calls int) {
	for c.read < len(c.items) {
		n := c.pop()
		key, _ := n.key()
		_, name, _ := cache.SplitMetaNamespaceKey(key)
		calls++
		switch n.kind {
		case deleted:
			h.deletes++
			delete(h.known, name)
			continue
		case added:
			h.adds++
			if h.known[name] != nil {
				t.Fatalf("%s is added twice", name)
			}
		default:
			if h.known[name] != n.old {
				t.Fatalf("%s goes on from version %s, not from %s", name, versionOf(n.old), versionOf(h.known[name]))
			}
		}
		h.known[name] = n.new.(*metav1.PartialObjectMetadata)
	}
	return calls
}
