package source

import (
	"sort"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload/source/internal/keytree"
)

// change says what an entry of the log did.
type change uint8

const (
	added change = iota
	modified
	deleted
)

// entry is one event. The object before it is kept too: it undoes the event for a
// list at an older version, and tells a watch with a selector whether an object came
// into its sight or went out of it.
type entry struct {
	version uint64
	change  change
	object  runtime.Object
	before  runtime.Object // nil for added
}

// log is a ring of the last events of one resource, in order of version. An entry
// is addressed by its position, which counts up from 0 for ever.
type log struct {
	capacity int
	entries  []entry // grows up to capacity; position p is at p modulo capacity
	first    uint64  // position of the oldest entry kept
	next     uint64  // position of the entry to come
	// floor is the newest version of which the log cannot tell what happened at it. A
	// watch may start from floor or later.
	floor uint64
}

func (l *log) at(position uint64) *entry { return &l.entries[position%uint64(l.capacity)] }

func (l *log) append(e entry) {
	if len(l.entries) < l.capacity {
		l.entries = append(l.entries, e)
		l.next++
		return
	}
	if l.next-l.first == uint64(l.capacity) {
		l.dropFirst()
	}
	*l.at(l.next) = e
	l.next++
}

func (l *log) dropFirst() {
	oldest := l.at(l.first)
	l.floor = max(l.floor, oldest.version)
	*oldest = entry{} // the collector shall have the objects
	l.first++
}

// compact drops every entry up to a version.
func (l *log) compact(version uint64) {
	for l.first < l.next && l.at(l.first).version <= version {
		l.dropFirst()
	}
	l.floor = max(l.floor, version)
}

// after returns the position of the first entry above a version.
func (l *log) after(version uint64) uint64 {
	return l.first + uint64(sort.Search(int(l.next-l.first), func(i int) bool {
		return l.at(l.first+uint64(i)).version > version
	}))
}

// copyFrom appends entries from a position on to a buffer, up to its capacity.
func (l *log) copyFrom(position uint64, buffer []entry) []entry {
	for ; position < l.next && len(buffer) < cap(buffer); position++ {
		buffer = append(buffer, *l.at(position))
	}
	return buffer
}

// undo takes an entry back out of the objects that it was applied to.
func (e *entry) undo(objects *keytree.Tree[runtime.Object]) {
	key := objectKey(e.object)
	switch e.change {
	case added:
		objects.Delete(key)
	case modified:
		objects.Replace(key, e.before)
	case deleted:
		objects.Insert(key, e.before)
	}
}
