package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"informerbench/report/flame"
)

// flameView is a profile as a drawing, and the functions that took most as its table.
type flameView struct {
	ID, Title string
	Drawing   template.HTML
	Table     *table
}

const (
	mostFlames     = 24
	mostFlameBytes = 400_000 // of one drawing
)

// addFlames draws the profiles of a folder, in order of their names, and how they differ from client-go's.
func (p *Page) addFlames(dir, base string) error {
	if dir == "" {
		return nil
	}
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("profiles: %w: benchgen profile writes a folder of them", err)
	}
	paths, err := filepath.Glob(filepath.Join(globQuoted(dir), "*.pprof"))
	if err != nil {
		return err
	}
	slices.Sort(paths)
	if len(paths) == 0 {
		p.warn("There are no *.pprof files in " + dir + ".")
	}
	var files []flameFile
	for _, path := range paths {
		files = append(files, newFlameFile(path))
	}
	shared := sharedByFlames(files)
	p.flamesShared = joinPairs(shared)
	for i, f := range files {
		if i == mostFlames {
			p.warn(fmt.Sprintf("Of %d profiles the page shows the first %d.", len(files), mostFlames))
			break
		}
		v, err := newFlame(fmt.Sprintf("flame-%d", i+1), f.title(shared), f.path)
		if err != nil {
			p.warn(f.name + ".pprof: " + err.Error())
			continue
		}
		p.flames = append(p.flames, v)
	}
	p.addDiffs(files, base, shared)
	return nil
}

// globQuoted keeps a folder's name from being read as a pattern.
func globQuoted(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// drawn calls for a drawing, and for a coarser one where that is too large.
func drawn(draw func(w io.Writer, minWidth float64) error) (template.HTML, error) {
	var b bytes.Buffer
	for _, minWidth := range []float64{1, 4} {
		b.Reset()
		if err := draw(&b, minWidth); err != nil {
			return "", err
		}
		if b.Len() <= mostFlameBytes {
			break
		}
	}
	if err := onlyDrawing(b.Bytes()); err != nil {
		return "", err
	}
	// The drawing is text of our own whose names are escaped, and was just checked.
	return template.HTML(b.String()), nil
}

func newFlame(id, title, path string) (*flameView, error) {
	profile, err := flame.Read(path)
	if err != nil {
		return nil, err
	}
	drawing, err := drawn(func(w io.Writer, minWidth float64) error {
		return flame.SVG(w, profile, flame.Options{Title: title, ID: id, ByStage: true, MinWidth: minWidth})
	})
	if err != nil {
		return nil, err
	}
	entries, totals, err := flame.Top(profile, "", mostFunctions)
	if err != nil {
		return nil, err
	}
	t := &table{Caption: "What took most, of " + flame.Amount(totals.Value, totals.Unit) + " " + totals.Type, Heads: []string{"function", "itself", "share", "with calls", "share"}}
	g := tableGroup{}
	for _, e := range entries {
		g.Lines = append(g.Lines, tableLine{visible(e.Function), []tableCell{
			text(flame.Amount(e.Self, totals.Unit)), text(share.text(e.SelfShare)),
			text(flame.Amount(e.Total, totals.Unit)), text(share.text(e.TotalShare)),
		}})
	}
	t.Groups = []tableGroup{g}
	return &flameView{id, title, drawing, t}, nil
}

var errNoDrawing = errors.New("the flame graph has more in it than a drawing, and is left out")

// onlyDrawing reads an SVG that goes into the page as it is: it must be whole, and hold
// shapes and text only. The policy of the page forbids scripts besides.
func onlyDrawing(svg []byte) error {
	allowed := []string{"svg", "title", "desc", "g", "rect", "text"}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(allowed, e.Name.Local) {
			return errNoDrawing
		}
		for _, a := range e.Attr {
			if name := strings.ToLower(a.Name.Local); strings.HasPrefix(name, "on") || name == "href" || name == "style" {
				return errNoDrawing
			}
		}
	}
}
