package compact

import (
	"cmp"
	"slices"
)

// StripStats are what a Stripper has done so far. Counts that are read while it works may
// be of slightly different moments.
type StripStats struct {
	Objects uint64 // that passed
	Changed uint64 // of which something was removed
	Bytes   uint64 // of heap that the removed parts took, estimated
	// Removed has the paths, in the order managedFields, last-applied annotation, Paths.
	Removed []PathStats
	// Unmatched has the paths of StripOptions.Paths that have matched nothing in any object of
	// a kind. A Stripper for many kinds has such pairs by nature; a path that is in
	// none of its kinds is a mistake.
	Unmatched []UnmatchedPath
}

// PathStats are what went because of a path. A value to which two paths lead is counted
// for the first.
type PathStats struct {
	Path   string
	Values uint64
	Bytes  uint64 // estimated
}

// UnmatchedPath is a path that has matched nothing in the objects of a kind.
type UnmatchedPath struct {
	Kind    string // v1.Pod for a Go type, "example.com/v1 Widget" for unstructured objects
	Path    string
	Objects uint64 // of that kind that passed
	// Reason says why no object of the kind can have it, and is empty if one could.
	Reason string
}

// Stats returns what was done so far.
func (s *Stripper) Stats() StripStats {
	stats := StripStats{Removed: make([]PathStats, len(s.paths))}
	for i, p := range s.paths {
		stats.Removed[i].Path = p.text
	}
	for _, kind := range s.kinds.all() {
		stats.Objects += kind.objects.Load()
		stats.Changed += kind.changed.Load()
		for i := range kind.paths {
			values, bytes := kind.paths[i].values.Load(), kind.paths[i].bytes.Load()
			stats.Removed[i].Values += values
			stats.Removed[i].Bytes += bytes
			stats.Bytes += bytes
			if values == 0 && s.paths[i].own {
				stats.Unmatched = append(stats.Unmatched, s.unmatched(kind, s.paths[i]))
			}
		}
	}
	slices.SortFunc(stats.Unmatched, func(a, b UnmatchedPath) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
	})
	return stats
}

func (s *Stripper) unmatched(kind *kindCounts, p strippedPath) UnmatchedPath {
	u := UnmatchedPath{Kind: kind.name, Path: p.text, Objects: kind.objects.Load()}
	if kind.typ != nil {
		u.Reason = missing(kind.typ, p.steps, 0)
	}
	return u
}
