package page

import (
	"path/filepath"
	"slices"
	"strings"
)

// flameFile is a profile, and what its name tells if benchgen profile gave it: "informer-ours,store-mvcc,objects-1000.cpu".
type flameFile struct {
	path, name string
	kind       string // cpu, heap, …
	subject    string // such as ours/inorder/mvcc; "" if the name does not say
	pairs      []pair // what else the cell is
}

func newFlameFile(path string) flameFile {
	f := flameFile{path: path, name: visible(strings.TrimSuffix(filepath.Base(path), ".pprof"))}
	dot := strings.LastIndexByte(f.name, '.')
	if dot < 0 {
		return f
	}
	n := &name{}
	for part := range strings.SplitSeq(f.name[:dot], ",") {
		key, value, ok := strings.Cut(part, "-")
		if !ok {
			return f
		}
		n.pairs = append(n.pairs, pair{key, value})
	}
	who := takeSubject(n)
	if who.suite != strings.Join(subjectKeys, "/") || who.again {
		return f
	}
	f.kind, f.subject, f.pairs = f.name[dot+1:], who.label, n.pairs
	return f
}

// title says what the profile is of, without what all have in common.
func (f flameFile) title(shared []pair) string {
	if f.subject == "" {
		return f.name
	}
	return f.kind + " of " + f.subject + f.rest(shared)
}

// rest is what tells the cell from the others'.
func (f flameFile) rest(shared []pair) string {
	own := slices.DeleteFunc(slices.Clone(f.pairs), func(p pair) bool { return slices.Contains(shared, p) })
	if len(own) == 0 {
		return ""
	}
	return ", " + joinPairs(own)
}

// sharedByFlames are the pairs that all cells have.
func sharedByFlames(files []flameFile) (out []pair) {
	files = slices.DeleteFunc(slices.Clone(files), func(f flameFile) bool { return f.subject == "" })
	if len(files) == 0 {
		return nil
	}
	for _, p := range files[0].pairs {
		if !slices.ContainsFunc(files, func(f flameFile) bool { return !slices.Contains(f.pairs, p) }) {
			out = append(out, p)
		}
	}
	return out
}

// baseOf finds what a profile is compared with: that of the base, or of client-go as it ships, in the same cell; where there is
// none, that of the same informer over client-go's store.
func (f flameFile) baseOf(files []flameFile, base string) (flameFile, bool) {
	if f.subject == "" {
		return flameFile{}, false
	}
	shipped := clientGo[strings.Join(subjectKeys, "/")]
	over := strings.Split(f.subject, "/")
	for _, want := range []string{base, shipped, over[0] + "/" + over[1] + "/" + clientGo["store"]} {
		if f.subject == want {
			return flameFile{}, false
		}
		for _, other := range files {
			if want != "" && other.subject == want && other.kind == f.kind && slices.Equal(other.pairs, f.pairs) {
				return other, true
			}
		}
	}
	return flameFile{}, false
}
