package mvcc

import (
	"unsafe"

	"informerbench/stores/internal/version"

	"k8s.io/apimachinery/pkg/api/meta"
)

// commit makes what was written visible, and clears away after it. The last record of the
// log must tell the resource version. The caller holds mu.
func (s *Store) commit(g *generation) {
	g.publish()
	dropped := g.settle()
	s.waiters.Notify() // before what may take longer
	g.lighten()
	g.foldPins()
	if g.sparse() || dropped > 0 && g.fewPostings() {
		s.shrink(g)
	}
}

// lighten leaves a segment of the log that keeps much alive: an idle store keeps
// segmentRecords replaced objects at most.
func (g *generation) lighten() {
	j := &g.journal
	// Settling may have gone on to a small segment while the head, which has the commit, is large.
	if j.heavy || max(len(j.segment.records), len(g.head.Load().records)) > segmentRecords {
		j.heavy = false
		j.grow(j.segment.typ)
		g.recommit()
	}
}

// recommit commits once more, and nothing: a view that is made from now on need not go
// back along the records before.
func (g *generation) recommit() {
	v := g.view()
	segment, r := v.find(v.commit)
	switch r.kind() {
	case versionSet:
		g.journal.append(versionSet, 0, 0, r.data)
	case versionTaken:
		g.journal.appendObject(versionTaken, 0, 0, segment.object(r, v.commit))
	default:
		g.journal.append(versionStays, r.slot(), 0, nil)
	}
	g.publish()
}

// readable tells whether an object has a resource version, without reading it, which would
// cost a cache line of the object that a write need not look at otherwise.
func readable(obj any) bool {
	if split(obj).data == nilData {
		_, ok := version.Of(obj) // panics for a nil pointer, as client-go does
		return ok
	}
	_, err := meta.Accessor(obj)
	return err == nil
}

// takeVersion sets the resource version to that of an object, if it is readable. A
// write that ends with anything but an object that was put and is readable, calls it.
func (g *generation) takeVersion(obj any, readable bool) {
	if !readable {
		g.keepVersion()
		return
	}
	g.journal.appendObject(versionTaken, 0, 0, split(obj))
}

// keepVersion sets the resource version to what it was at the last commit.
func (g *generation) keepVersion() {
	v := g.view()
	g.setVersion(v.resourceVersion())
}

func (g *generation) setVersion(rv string) {
	g.journal.append(versionSet, 0, 0, unsafe.Pointer(&rv))
}
