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

// addFlames draws the profiles of a folder, in order of their names.
func (p *Page) addFlames(dir string) error {
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
	for i, path := range paths {
		if i == mostFlames {
			p.warn(fmt.Sprintf("Of %d profiles the page shows the first %d.", len(paths), mostFlames))
			break
		}
		v, err := newFlame(fmt.Sprintf("flame-%d", i+1), path)
		if err != nil {
			p.warn(filepath.Base(path) + ": " + err.Error())
			continue
		}
		p.flames = append(p.flames, v)
	}
	return nil
}

// globQuoted keeps a folder's name from being read as a pattern.
func globQuoted(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

func newFlame(id, path string) (*flameView, error) {
	profile, err := flame.Read(path)
	if err != nil {
		return nil, err
	}
	name := visible(strings.TrimSuffix(filepath.Base(path), ".pprof"))
	var b bytes.Buffer
	if err := flame.SVG(&b, profile, flame.Options{Title: name, ID: id, ByStage: true}); err != nil {
		return nil, err
	}
	if b.Len() > mostFlameBytes {
		b.Reset()
		if err := flame.SVG(&b, profile, flame.Options{Title: name, ID: id, ByStage: true, MinWidth: 4}); err != nil {
			return nil, err
		}
	}
	if err := onlyDrawing(b.Bytes()); err != nil {
		return nil, err
	}
	entries, totals, err := flame.Top(profile, "", 15)
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
	// The drawing is text of our own whose names are escaped, and was just checked.
	return &flameView{id, name, template.HTML(b.String()), t}, nil
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
