package source

import (
	"slices"
	"time"
)

// retainedList is a version of a resource's objects that paged lists still need.
type retainedList struct {
	table   *table
	version uint64
	objects *objectTree
	lists   int // that are under way at this version
	used    time.Time
}

// at returns the objects of a table as they were at a version: the current ones, or
// ones kept for pages, or the current ones with every later event undone. It
// reports false when the log does not reach back that far.
func (s *Source) at(t *table, version uint64) (*objectTree, bool) {
	s.mu.Lock()
	now := s.options.Clock.Now()
	s.forgetPages(func(l *retainedList) bool { return now.Sub(l.used) > s.options.PageRetention })
	if l := s.findPages(t, version); l != nil {
		defer s.mu.Unlock()
		l.used = now
		return l.objects.Clone(), true
	}
	if version > s.version || version < t.log.floor {
		defer s.mu.Unlock()
		return nil, false
	}
	objects := t.objects.Clone()
	position := t.log.after(version)
	later := t.log.copyFrom(position, make([]entry, 0, t.log.next-position))
	s.mu.Unlock()

	for i := range slices.Backward(later) {
		later[i].undo(objects)
	}
	return objects, true
}

// keepForNextPage makes sure that the version of an unfinished list stays available,
// within the bounds of the options.
func (s *Source) keepForNextPage(t *table, objects *objectTree, version uint64, firstPage bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.findPages(t, version)
	if l == nil {
		if version < t.log.floor && firstPage {
			return // compacted since the list was taken: its token is too old already
		}
		l = &retainedList{table: t, version: version, objects: objects, lists: 1}
		s.pages = append(s.pages, l)
	} else if firstPage {
		l.lists++
	}
	l.used = s.options.Clock.Now()
	if len(s.pages) > s.options.PageSnapshots {
		oldest := slices.MinFunc(s.pages, func(a, b *retainedList) int { return a.used.Compare(b.used) })
		s.forgetPages(func(l *retainedList) bool { return l == oldest })
	}
}

// finishPages gives up the version of a list that has got its last page, unless
// another one is under way at it.
func (s *Source) finishPages(t *table, version uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.findPages(t, version); l != nil {
		l.lists--
		s.forgetPages(func(l *retainedList) bool { return l.lists <= 0 })
	}
}

// findPages and forgetPages are called with s.mu held.
func (s *Source) findPages(t *table, version uint64) *retainedList {
	for _, l := range s.pages {
		if l.table == t && l.version == version {
			return l
		}
	}
	return nil
}

func (s *Source) forgetPages(which func(*retainedList) bool) {
	s.pages = slices.DeleteFunc(s.pages, which)
}

// oldest returns the oldest version that can still be asked for.
func (s *Source) oldest(t *table) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.log.floor
}
