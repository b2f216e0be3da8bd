package page

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"informerbench/report/flame"
)

const (
	mostDiffs     = 12
	mostFunctions = 15 // in a table
)

// addDiffs draws how each profile differs from client-go's of the same cell.
func (p *Page) addDiffs(files []flameFile, base string, shared []pair) {
	left := 0
	for _, f := range files {
		of, ok := f.baseOf(files, base)
		if !ok {
			continue
		}
		if len(p.diffs) == mostDiffs {
			left++
			continue
		}
		v, err := newDiff(fmt.Sprintf("flame-diff-%d", len(p.diffs)+1), f, of, shared)
		switch {
		case errors.Is(err, flame.ErrEmpty): // nobody waited for a lock, say
		case err != nil:
			p.warn(f.name + " against " + of.subject + ": " + err.Error())
		default:
			p.diffs = append(p.diffs, v)
		}
	}
	if left > 0 {
		p.warn(fmt.Sprintf("Of %d differences of profiles the page shows the first %d.", left+mostDiffs, mostDiffs))
	}
}

func newDiff(id string, f, base flameFile, shared []pair) (*flameView, error) {
	ours, err := flame.Read(f.path)
	if err != nil {
		return nil, err
	}
	theirs, err := flame.Read(base.path)
	if err != nil {
		return nil, err
	}
	title := f.kind + ": " + f.subject + " against " + base.subject + f.rest(shared)
	drawing, err := drawn(func(w io.Writer, minWidth float64) error {
		return flame.Diff(w, theirs, ours, flame.DiffOptions{
			Options: flame.Options{Title: title, ID: id, ByStage: true, MinWidth: minWidth}, Profile: f.subject, Base: base.subject,
		})
	})
	if err != nil {
		return nil, err
	}
	of, _, err := flame.Top(ours, "", math.MaxInt)
	if err != nil {
		return nil, err
	}
	with, _, err := flame.Top(theirs, "", math.MaxInt)
	if err != nil {
		return nil, err
	}
	return &flameView{id, title, drawing, diffTable(f.subject, base.subject, of, with)}, nil
}

// diffTable has the functions whose share differs most, both of themselves.
func diffTable(subject, base string, of, with []flame.Entry) *table {
	type change struct {
		function   string
		here, base float64
	}
	var all []change
	at := map[string]int{}
	for _, e := range of {
		at[e.Function] = len(all)
		all = append(all, change{e.Function, e.SelfShare, 0})
	}
	for _, e := range with {
		if i, ok := at[e.Function]; ok {
			all[i].base = e.SelfShare
		} else {
			all = append(all, change{e.Function, 0, e.SelfShare})
		}
	}
	slices.SortFunc(all, func(a, b change) int {
		return cmp.Or(cmp.Compare(math.Abs(b.here-b.base), math.Abs(a.here-a.base)), cmp.Compare(a.function, b.function))
	})
	t := &table{Caption: "Where the shares of their own totals differ most, each function by itself",
		Heads: []string{"function", "share in " + subject, "share in " + base, "difference in points"}, Groups: []tableGroup{{}}}
	for _, c := range all[:min(len(all), mostFunctions)] {
		t.Groups[0].Lines = append(t.Groups[0].Lines, tableLine{visible(c.function), []tableCell{
			text(share.text(c.here)), text(share.text(c.base)), text(fmt.Sprintf("%+.1f", 100*(c.here-c.base))),
		}})
	}
	return t
}
