package mvcc

import "unsafe"

// commit makes what was written visible, and clears away after it. The last record of the
// log must tell the resource version. The caller holds mu.
func (s *Store) commit(g *generation) {
	g.publish()
	g.settle()
	g.lighten()
	g.foldPins()
	if g.sparse() {
		s.shrink(g)
	}
	s.waiters.Notify()
}

// lighten leaves a segment of the log that keeps much alive, by a commit in a new one
// that changes nothing: an idle store keeps segmentRecords replaced objects at most.
func (g *generation) lighten() {
	j := &g.journal
	if !j.heavy && len(j.segment.records) <= segmentRecords {
		return
	}
	v := g.view()
	segment, r := v.segment.find(v.commit)
	w := segment.object(r, v.commit)
	j.grow(w.typ)
	j.heavy = false
	switch r.kind() {
	case versionSet:
		j.append(versionSet, 0, 0, r.data)
	case versionTaken:
		j.appendObject(versionTaken, 0, 0, w)
	default:
		j.append(versionStays, r.slot(), 0, nil)
	}
	g.publish()
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
