package replay

import (
	"path/filepath"
	"strings"
)

// maxName keeps the names of results readable.
const maxName = 60

// Name is what a trace or settings file is called in the names of results: the file's base
// name without what follows its first dot. What means something in such a name becomes a hyphen.
func Name(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name)
	name = strings.Trim(name[:min(len(name), maxName)], "-")
	if name == "" {
		return "unnamed"
	}
	return name
}
