package overlay

import (
	"cmp"
	"slices"
)

// Change is a module whose version in the prepared build is not that of the program.
type Change struct {
	Path string
	// Before is empty for a module that was added.
	Before, After string
}

// String is "path before -> after", or "path version (added)".
func (c Change) String() string {
	if c.Before == "" {
		return c.Path + " " + c.After + " (added)"
	}
	return c.Path + " " + c.Before + " -> " + c.After
}

// moduleVersions are the versions of the modules that provide packages, by their paths.
// A module in a folder has the version that is required.
func moduleVersions(all []goPackage) map[string]string {
	versions := map[string]string{}
	for _, p := range all {
		if p.Module != nil && !p.Module.Main {
			versions[p.Module.Path] = cmp.Or(p.Module.used().Version, p.Module.Version)
		}
	}
	return versions
}

// changes compares two builds, sorted by path. A module that is in the first only is no change:
// nothing of it is in the second build.
func changes(before, after map[string]string) []Change {
	var all []Change
	for path, version := range after {
		if before[path] != version {
			all = append(all, Change{Path: path, Before: before[path], After: version})
		}
	}
	slices.SortFunc(all, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
