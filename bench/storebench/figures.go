package storebench

import (
	"fmt"
	"slices"
	"strings"
)

// Figure is a value of a row under a title that people read.
type Figure struct {
	Title string
	Row   Row
	Unit  string // as the row writes it: in nanoseconds
}

// Section is a table of figures: ratios to client-go's store.
type Section struct {
	Title, Note string
	Figures     []Figure
	// PerProcs: the rows are measured with several GOMAXPROCS, a table for each.
	PerProcs bool
	// PerYield: stores that can yield have a column with and one without.
	PerYield bool
}

// Sections lists all tables.
func Sections() []Section {
	return []Section{
		{Title: "What decides", Figures: comparedFigures()},
		{Title: "Further rows", Figures: furtherFigures(), Note: "random order: the store was filled from a list " +
			"in random order, so that neighbours in the list are not neighbours in memory. Single-valued: index " +
			"functions made by stores.Single; client-go's store calls them as any other."},
		{Title: "Scaling", PerProcs: true, Figures: scalingFigures(), Note: "Readers and writers work without a pause."},
		{Title: "Yield after a large read", PerYield: true, Figures: listerFigures(), Note: "Readers that list in a loop beside a " +
			"writer. on: one runtime.Gosched after each large read, the default; off: without. Stores behind locks have no such option. " +
			"What it changes is the scheduler's doing, not the store's."},
	}
}

func comparedFigures() []Figure {
	var out []Figure
	for _, c := range compared {
		out = append(out, figure(c.title, c.row, c.unit))
	}
	return out
}

// figure panics for a row that does not exist: the tables of titles are part of the program, and a
// test builds them all.
func figure(title, row, unit string) Figure {
	rows := Rows()
	i := slices.IndexFunc(rows, func(r Row) bool { return r.Name() == row })
	if i < 0 || !slices.Contains(rows[i].Units, unit) {
		panic(fmt.Sprintf("storebench: figure %q: there is no row %q with unit %q", title, row, unit))
	}
	return Figure{title, rows[i], unit}
}

func furtherFigures() []Figure {
	const keyed, random, single = "/indexes=3/order=key", "/indexes=3/order=random", "/indexes=3/order=key/values=single"
	const unindexed, writer = "/indexes=0/order=key", "op=busyget/indexes=3/order=key/listers=0/writers=1"
	return []Figure{
		figure("Get beside a writer, p50", writer, "p50-get-ns"),
		figure("Get beside a writer, p99", writer, "p99-get-ns"),
		figure("Get beside a writer, p99.9", writer, "p999-get-ns"),
		figure("writes beside a Get loop and a lister", busyGet, "writes/s"),
		figure("lists beside a Get loop and a writer", busyGet, "lists/s"),
		figure("Get, quiet, random order", "op=get"+random, "ns/op"),
		figure("ByIndex of 1,000, random order", "op=byindex"+random+"/index=namespace", "ns/op"),
		figure("ByIndex of 1,000 into a caller's slice", "op=appendbyindex"+keyed+"/index=namespace", "ns/op"),
		figure("ByIndex of 1,000 iterated", "op=byindexall"+keyed+"/index=namespace", "ns/op"),
		figure("ByIndex of 100", "op=byindex"+keyed+"/index=node", "ns/op"),
		figure("ByIndex of 100, random order", "op=byindex"+random+"/index=node", "ns/op"),
		figure("List, random order", "op=list"+random, "ns/op"),
		figure("List iterated, random order", "op=all"+random, "ns/op"),
		figure("Update to other index values", "op=reindex"+keyed, "ns/op"),
		figure("Insert, no index", "op=insertdelete"+unindexed, "insert-ns/object"),
		figure("Delete, no index", "op=insertdelete"+unindexed, "delete-ns/object"),
		figure("Update, single-valued", "op=update"+single, "ns/op"),
		figure("bytes allocated per Update, single-valued", "op=update"+single, "B/op"),
		figure("transaction of 1,000, single-valued", "op=transaction"+single, "ns/object"),
		figure("Insert, single-valued", "op=insertdelete"+single, "insert-ns/object"),
		figure("Delete, single-valued", "op=insertdelete"+single, "delete-ns/object"),
		figure("Replace from a list, no index", "op=replace"+unindexed, "ns/op"),
		figure("longest Get beside a Replace, no index", "op=replace"+unindexed, "max-stall-ns"),
		figure("store heap per object after changes, 3 indexes", "op=memory/indexes=3", "churned-B/object"),
		figure("store heap per object after changes, no index", "op=memory/indexes=0", "churned-B/object"),
		figure("collector time added by the store, no index", "op=memory/indexes=0", "gc-ns"),
	}
}

// scalingFigures and listerFigures are titled by what the rows' parameters say.
func scalingFigures() []Figure {
	var out []Figure
	for _, r := range scalingRows() {
		for _, unit := range r.Units {
			out = append(out, Figure{strings.TrimPrefix(r.Op, "scale") + ", " + busy(r) + ": " + unit, r, unit})
		}
	}
	return out
}

func listerFigures() []Figure {
	var out []Figure
	for _, r := range listerRows() {
		for _, unit := range r.Units {
			out = append(out, Figure{busy(r) + ": " + unit, r, unit})
		}
	}
	return out
}

// busy is "readers=4 writers=1" of a row's parameters.
func busy(r Row) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(r.Params), func(p string) bool {
		return !strings.HasPrefix(p, "readers=") && !strings.HasPrefix(p, "writers=") && !strings.HasPrefix(p, "listers=")
	}), " ")
}
