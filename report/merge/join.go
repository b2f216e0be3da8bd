package merge

import (
	"bytes"
	"fmt"
	"slices"
)

// join puts the texts one after the other. Configuration holds until it is overwritten, so what a block
// set and the next does not is taken back between them.
func join(blocks []*Block) []byte {
	var out bytes.Buffer
	units := map[string]bool{}
	var set []string
	for _, b := range blocks {
		for _, key := range set {
			fmt.Fprintf(&out, "%s:\n", key)
		}
		set = nil
		if b.Of > 0 {
			fmt.Fprintf(&out, "# %s\n", b.name())
		}
		if b.Label != "" {
			fmt.Fprintf(&out, "run: %s\n", b.Label)
			set = append(set, "run")
		}
		for _, r := range b.results {
			for _, c := range r.Config {
				if !slices.Contains(set, c.Key) {
					set = append(set, c.Key)
				}
			}
		}
		writeText(&out, b.Text, units)
		slices.Sort(set)
	}
	return out.Bytes()
}

// writeText copies the text, each declaration of a unit once.
func writeText(out *bytes.Buffer, text []byte, units map[string]bool) {
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(line, []byte("Unit ")) {
			if units[string(line)] {
				continue
			}
			units[string(line)] = true
		}
		out.Write(line)
		out.WriteByte('\n')
	}
}
