package compact

// InternStats are the state of an Interner and what it has done so far. Counts that are read while it
// works may be of slightly different moments.
type InternStats struct {
	Objects uint64 // that went through Transform
	// Entries is how many strings are known, those that nobody uses any more and that are not
	// swept yet among them.
	Entries int
	Hits    uint64 // strings that Transform found a shared copy of
	Added   uint64 // strings taken in
	Dropped uint64 // entries whose strings were no longer used
	Refused uint64 // strings that would have been taken in, but for InternOptions.Max
	// SavedBytes is how many bytes of strings Transform has replaced by shared ones: what objects
	// that are in a cache now, and those that were, would have taken more.
	SavedBytes uint64
}

// Stats returns the state.
func (in *Interner) Stats() InternStats {
	stats := InternStats{Objects: in.objects.Load(), Hits: in.hits.Load(), SavedBytes: in.saved.Load()}
	for i := range in.shards {
		sh := &in.shards[i]
		stats.Entries += int(sh.used.Load())
		stats.Added += sh.admitted.Load()
		stats.Dropped += sh.dropped.Load()
		stats.Refused += sh.refused.Load()
	}
	return stats
}
