package encoded

// Stats say what a decoder has done and holds.
type Stats struct {
	// Objects were decoded, Plain of them by their own Unmarshal alone, because they were broken or
	// written unusually.
	Objects, Plain uint64
	// Kept counts the parts that were taken over from the version that was held (DecodeNext).
	Kept uint64
	// Found counts the parts of objects that were not decoded but shared, Missed those that were looked
	// up in vain. Parts within a found one are not counted.
	Found, Missed uint64
	// Parts and Strings are in use and can be found.
	Parts, Strings int
	// Bytes is what it takes to find them: encoded bytes and the table's own.
	Bytes int64
}

// Stats counts what the decoder holds, which takes O(parts and strings). It is safe for concurrent
// use; numbers of different fields may be of different moments.
func (d *Decoder) Stats() Stats {
	s := Stats{
		Objects: d.totals.objects.Load(), Plain: d.totals.plain.Load(),
		Kept: d.totals.kept.Load(), Found: d.totals.found.Load(), Missed: d.totals.missed.Load(),
		Bytes: d.table.bytes.Load(),
	}
	s.Parts, s.Strings = d.table.entries()
	return s
}
