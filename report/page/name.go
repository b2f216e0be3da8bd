package page

import (
	"strings"

	"golang.org/x/perf/benchfmt"
)

// pair is a key of a result's name and its value. A part of a name without "=" has no key.
type pair struct{ key, value string }

func (p pair) String() string {
	if p.key == "" {
		return p.value
	}
	return p.key + "=" + plain(p.value)
}

// name is a result's name taken apart.
type name struct {
	measure string
	pairs   []pair // in the order of the name
	procs   string // GOMAXPROCS, which names leave out if it is 1
}

func parseName(n benchfmt.Name) *name {
	base, parts := n.Parts()
	out := &name{measure: visible(string(base)), procs: "1"}
	for _, part := range parts {
		text := visible(string(part[1:]))
		if part[0] == '-' {
			out.procs = text
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			key, value = "", text
		}
		out.pairs = append(out.pairs, pair{key, value})
	}
	return out
}

// take removes a key and returns its value, or "".
func (n *name) take(key string) string {
	for i, p := range n.pairs {
		if p.key == key {
			n.pairs = append(n.pairs[:i], n.pairs[i+1:]...)
			return p.value
		}
	}
	return ""
}

// get returns a key's value, or "".
func get(pairs []pair, key string) string {
	for _, p := range pairs {
		if p.key == key {
			return p.value
		}
	}
	return ""
}

// joinPairs writes pairs as "objects=100,000 readers=1".
func joinPairs(pairs []pair) string {
	var out []string
	for _, p := range pairs {
		out = append(out, p.String())
	}
	return strings.Join(out, " ")
}
