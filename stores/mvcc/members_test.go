package mvcc

import (
	"fmt"
	"testing"
	"unsafe"

	"k8s.io/client-go/tools/cache"
)

// A read by index that meets a write answers in the room that it has made before, and lists the slots in room made once.
func TestAReadThatMeetsAWriteMakesRoomOnce(t *testing.T) {
	const many = 1000
	s := New(cache.Indexers{"all": func(any) ([]string, error) { return []string{"all"}, nil }}).(*Store)
	obj := any(new(int))
	for i := range many {
		s.Add(fmt.Sprint(i), obj)
	}
	g := s.generation.Load()
	v := g.view()
	p := v.posting(g.indexes.Load().list[0], "all")
	s.Add("meanwhile", obj)

	room, ok := v.appendAsFound(p, nil)
	if ok || len(room) != 0 || cap(room) < many {
		t.Fatalf("the first try: %v, %d objects in room for %d", ok, len(room), cap(room))
	}
	if got := v.appendObjects(p, room); len(got) != many || unsafe.SliceData(got) != unsafe.SliceData(room) {
		t.Errorf("%d objects, elsewhere: %v", len(got), unsafe.SliceData(got) != unsafe.SliceData(room))
	}
	if n := testing.AllocsPerRun(100, func() { v.members(p, nil) }); n > 4 { // the slots, and a map of what was written
		t.Errorf("listing the slots allocates %v times", n)
	}
}
