package storetest

import (
	"fmt"
	"strconv"
	"sync/atomic"

	"informerbench/stores"
)

// The checks of consistency write generation after generation of the same few
// members, under the index value left in even and right in odd ones, among many
// objects that stand still and make a list take longer.
const (
	members  = 8
	visitors = 4 // further keys that are there in odd generations only
	standing = 200
)

// sides are the index values between which all members move.
var sides = []string{"left", "right"}

func side(generation int) string { return sides[generation%2] }

func memberKey(i int) string  { return fmt.Sprint("member/", i) }
func visitorKey(i int) string { return fmt.Sprint("visitor/", i) }

// member is object i in a generation, which its resource version names.
func member(i, generation int) *object {
	o := newObject(side(generation), memberKey(i), strconv.Itoa(generation))
	o.position, o.generation = i, generation
	return o
}

func visitor(i, generation int) *object {
	o := newObject("visiting", visitorKey(i), strconv.Itoa(generation))
	o.position, o.generation, o.visitor = i, generation, true
	return o
}

// standStill adds the objects that no generation touches.
func standStill(items map[string]any) map[string]any {
	for i := range standing {
		items[churnKey(i)] = standingObjects[i]
	}
	return items
}

var standingObjects = func() (objects [standing]*object) {
	for i := range objects {
		objects[i] = newObject("still", churnKey(i), "0")
		objects[i].generation = -1
	}
	return objects
}()

// allItems is the whole store in a generation.
func allItems(generation int) map[string]any {
	items := standStill(map[string]any{})
	for i := range members {
		items[memberKey(i)] = member(i, generation)
	}
	if generation%2 == 1 {
		for i := range visitors {
			items[visitorKey(i)] = visitor(i, generation)
		}
	}
	return items
}

// window bounds what a read may see: at least what was committed when it was
// called, and at most what was being written when it returned.
type window struct{ started, committed atomic.Int64 }

func (w *window) write(generation int, write func()) {
	w.started.Store(int64(generation))
	write()
	w.committed.Store(int64(generation))
}

// watched is one kind of list, as members and visitors by position. Keys alone
// have no generation.
type watched struct {
	name     string
	read     func(stores.Store) ([]any, error)
	readKeys func(stores.Store) ([]string, error)
}

// wholeLists are answers that hold every member.
var wholeLists = []watched{
	{name: "List", read: func(s stores.Store) ([]any, error) { return s.List(), nil }},
	{name: "ByIndex", read: func(s stores.Store) ([]any, error) { return s.ByIndex("constant", "all") }},
	{name: "Index", read: func(s stores.Store) ([]any, error) { return s.Index("constant", probe) }},
	{name: "ListKeys", readKeys: func(s stores.Store) ([]string, error) { return s.ListKeys(), nil }},
	{name: "IndexKeys", readKeys: func(s stores.Store) ([]string, error) { return s.IndexKeys("constant", "all") }},
}

// sighting is what a list showed: the generation of each member, and which
// visitors are there. It fails on anything missing, twice, or unknown.
type sighting struct {
	members  []int // generation by position; absent where it is not there
	visitors []bool
	still    int
}

const absent = -2

func sight(objects []any) (sighting, error) {
	s := sighting{members: make([]int, members), visitors: make([]bool, visitors)}
	for i := range s.members {
		s.members[i] = absent
	}
	for _, obj := range objects {
		o, ok := obj.(*object)
		switch {
		case !ok || o == nil:
			return s, fmt.Errorf("an object that was never stored: %v", obj)
		case o.generation < 0:
			s.still++
		case o.visitor && s.visitors[o.position], !o.visitor && s.members[o.position] != absent:
			return s, fmt.Errorf("%v is there twice", o)
		case o.visitor:
			s.visitors[o.position] = true
		default:
			s.members[o.position] = o.generation
		}
	}
	return s, nil
}
