package compact

import "sync/atomic"

// ShareStats counts what a Sharer did. All but the last two only grow.
type ShareStats struct {
	Objects  int64 // objects that were transformed
	Siblings int64 // parts that are now a sibling's, or the element before; parts in them are not counted
	Found    int64 // parts and strings that were found in the table
	Entered  int64 // parts and strings that entered it: found there by none before
	Strings  int64 // strings that are now another copy, wherever it was found
	Bytes    int64 // what is not held twice, estimated: sizes without what the allocator adds

	Entries int // of the table, with those of parts that are gone since the last sweep
	Groups  int // groups whose members are remembered, likewise
}

// Stats returns the counters since the Sharer was made. Each is right; together they may be of slightly
// different moments while objects are transformed.
func (s *Sharer) Stats() ShareStats {
	c := &s.counts
	return ShareStats{
		Objects: c.objects.Load(), Siblings: c.siblings.Load(), Found: c.found.Load(),
		Entered: c.entered.Load(), Strings: c.strings.Load(), Bytes: c.bytes.Load(),
		Entries: s.table.len(), Groups: s.groups.len(),
	}
}

// counts are added to once for each object.
type counts struct {
	objects, siblings, found, entered, strings, bytes atomic.Int64
}

func (c *counts) add(n *ShareStats) {
	c.objects.Add(n.Objects)
	c.siblings.Add(n.Siblings)
	c.found.Add(n.Found)
	c.entered.Add(n.Entered)
	c.strings.Add(n.Strings)
	c.bytes.Add(n.Bytes)
}
