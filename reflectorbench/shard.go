package reflectorbench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Shard returns part index of the cells, of a number of parts, so that several machines can share a
// matrix. All pipelines of one configuration, which are compared with each other, are in the same
// part. Parts are about equally long, and the same cells give the same parts. With more parts
// than configurations some are empty.
func Shard(cells []Cell, index, of int) []Cell {
	type group struct {
		key   string
		cells []Cell
		load  int
	}
	var groups []*group
	for _, c := range cells {
		i := slices.IndexFunc(groups, func(g *group) bool { return g.key == c.configuration() })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{key: c.configuration()})
		}
		groups[i].cells = append(groups[i].cells, c)
		groups[i].load += c.Objects
	}
	// The largest first, each to the part with the least so far.
	slices.SortStableFunc(groups, func(a, b *group) int { return b.load - a.load })
	loads := make([]int, of)
	var out []Cell
	for _, g := range groups {
		least := slices.Index(loads, slices.Min(loads))
		loads[least] += g.load
		if least == index {
			out = append(out, g.cells...)
		}
	}
	return out
}

// configuration is all of a cell but what is compared.
func (c Cell) configuration() string {
	c.Informer, c.Store, c.Queue, c.Repeat = "", "", "", ""
	return strings.Join(c.Args(), " ")
}

// Plan is a short hash of cells and rounds: whoever measures parts of the same matrix has the same. The
// commit is no part of it.
func Plan(cells []Cell, rounds int) string {
	hash := sha256.New()
	for _, c := range cells {
		c.Commit = ""
		fmt.Fprintln(hash, strings.Join(c.Args(), " "))
	}
	fmt.Fprintln(hash, rounds)
	return hex.EncodeToString(hash.Sum(nil)[:6])
}
