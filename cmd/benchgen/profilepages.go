package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"informerbench/reflectorbench"
	"informerbench/report/flame"
)

// topFunctions is how many functions of a profile the index names.
const topFunctions = 5

// publish adds up the rounds, draws what they show, and writes the index, which it returns.
func (r *profileRounds) publish() ([]byte, error) {
	var entries []profileEntry
	for _, kind := range r.kinds {
		for i := range r.cells {
			e, err := r.draw(kind, i)
			if err != nil {
				return nil, err
			}
			entries = append(entries, e)
		}
		if len(r.cells) == 2 {
			files, err := r.compare(kind)
			if err != nil {
				return nil, err
			}
			last := &entries[len(entries)-2] // of the cell that is compared
			last.Files = append(last.Files, files...)
		}
	}
	index, err := writeProfileIndex(r.dir, r.rounds, entries)
	if err != nil {
		return nil, err
	}
	return index, os.RemoveAll(r.roundsDir())
}

// name of the files of one cell and kind, without what says the format.
func (r *profileRounds) name(kind string, cell int) string {
	return strings.TrimSuffix(reflectorbench.ProfileName(r.cells[cell], kind), ".pprof")
}

func (r *profileRounds) title(kind string, what string) string {
	title := kind + " of " + what
	if r.rounds > 1 {
		title += fmt.Sprintf(", sum of %d rounds", r.rounds)
	}
	return title
}

// label names a cell as briefly as tells it from the other.
func (r *profileRounds) label(cell int) string {
	c := r.cells[cell]
	if len(r.cells) == 2 && r.cells[0].Informer == r.cells[1].Informer && r.cells[0].Queue == r.cells[1].Queue {
		return c.Store
	}
	return fmt.Sprintf("%s/%s/%s", c.Informer, c.Queue, c.Store)
}

// draw writes the sum of all rounds and the two drawings of it.
func (r *profileRounds) draw(kind string, cell int) (profileEntry, error) {
	name := r.name(kind, cell)
	e := profileEntry{Kind: kind, Pipeline: r.label(cell), Cell: r.cells[cell].Name(), Files: []string{name + ".pprof"}}
	var paths []string
	for round := range r.rounds {
		paths = append(paths, r.path(round, kind, r.cells[cell]))
	}
	p, err := flame.MergeFiles(paths, "cell "+e.Cell, "kind "+kind, fmt.Sprintf("rounds %d", r.rounds))
	if err != nil {
		return e, err
	}
	if err := flame.WriteFile(filepath.Join(r.dir, name+".pprof"), p); err != nil {
		return e, err
	}
	if n, counted := flame.Samples(p); counted {
		e.Samples = &n
	}
	if e.Top, e.Totals, err = flame.Top(p, "", topFunctions); errors.Is(err, flame.ErrEmpty) {
		return e, nil // nobody waited for a lock, say: there is nothing to draw
	} else if err != nil {
		return e, err
	}
	if e.Stages, err = flame.ByStage(p, ""); err != nil {
		return e, err
	}
	title := r.title(kind, e.Cell)
	files, err := r.write(name,
		func(w io.Writer) error { return flame.SVG(w, p, flame.Options{Title: title, ByStage: true}) },
		func(w io.Writer) error { return flame.Page(w, p, flame.PageOptions{ByStage: true}) })
	e.Files = append(e.Files, files...)
	return e, err
}

// compare draws how the first cell's profile differs from the second's.
func (r *profileRounds) compare(kind string) (files []string, err error) {
	p, err := flame.Read(filepath.Join(r.dir, r.name(kind, 0)+".pprof"))
	if err != nil {
		return nil, err
	}
	base, err := flame.Read(filepath.Join(r.dir, r.name(kind, 1)+".pprof"))
	if err != nil {
		return nil, err
	}
	o := flame.DiffOptions{
		Options: flame.Options{Title: r.title(kind, r.cells[0].Name()), ByStage: true},
		Profile: r.label(0), Base: r.label(1),
	}
	files, err = r.write(r.name(kind, 0)+".vs-"+strings.ReplaceAll(r.label(1), "/", ","),
		func(w io.Writer) error { return flame.Diff(w, base, p, o) },
		func(w io.Writer) error { return flame.Page(w, p, flame.PageOptions{Base: base, ByStage: true}) })
	if errors.Is(err, flame.ErrEmpty) {
		return nil, nil // one side has nothing to compare
	}
	return files, err
}

// write makes name.svg and name.html and returns their names.
func (r *profileRounds) write(name string, svg, page func(io.Writer) error) (files []string, err error) {
	for _, part := range []struct {
		ending string
		write  func(io.Writer) error
	}{{".svg", svg}, {".html", page}} {
		var text strings.Builder
		if err := part.write(&text); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(r.dir, name+part.ending), []byte(text.String()), 0o644); err != nil {
			return nil, err
		}
		files = append(files, name+part.ending)
	}
	return files, nil
}
