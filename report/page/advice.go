package page

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Advice is a recommendation: an answer in a line, and its parts in the order in which they matter.
type Advice struct {
	Headline string
	Parts    []AdvicePart
}

// AdvicePart are sentences, and a table whose first line is its head.
type AdvicePart struct {
	Title string
	Lines []string
	Table [][]string
}

// adviceView is how a page shows it: what comes after the last table is folded, since it is about how to go on.
type adviceView struct {
	Headline  string
	Shown     []advicePart
	Rest      []advicePart
	RestTitle string
}

type advicePart struct {
	Title string
	Lines []string
	Table *table
}

func (a *Advice) view() *adviceView {
	if a == nil {
		return nil
	}
	v := &adviceView{Headline: visible(a.Headline)}
	last := len(a.Parts)
	for i, p := range slices.Backward(a.Parts) {
		if len(p.Table) > 1 {
			last = i + 1
			break
		}
	}
	var titles []string
	for i, p := range a.Parts {
		if part := p.view(); i < last {
			v.Shown = append(v.Shown, part)
		} else {
			v.Rest = append(v.Rest, part)
			titles = append(titles, part.Title)
		}
	}
	v.RestTitle = strings.Join(titles, "; ")
	return v
}

func (p AdvicePart) view() advicePart {
	out := advicePart{Title: visible(p.Title)}
	for _, l := range p.Lines {
		out.Lines = append(out.Lines, visible(l))
	}
	if len(p.Table) < 2 {
		return out
	}
	out.Table = &table{Caption: out.Title, Groups: []tableGroup{{}}}
	for _, head := range p.Table[0] {
		if head == "" {
			head = "verdict" // of the column before it; a head must not be empty
		}
		out.Table.Heads = append(out.Table.Heads, visible(head))
	}
	for _, cells := range p.Table[1:] {
		one := tableLine{Head: visible(cells[0])}
		for _, c := range cells[1:] {
			one.Cells = append(one.Cells, text(visible(c)))
		}
		out.Table.Groups[0].Lines = append(out.Table.Groups[0].Lines, one)
	}
	return out
}

// markdown writes all of it; nothing is folded in a comment.
func (v *adviceView) markdown(b *bytes.Buffer) {
	if v == nil {
		return
	}
	fmt.Fprintf(b, "## Recommendation\n\n**%s**\n\n", escape(v.Headline))
	for _, p := range append(slices.Clone(v.Shown), v.Rest...) {
		p.markdown(b)
	}
}

func (p advicePart) markdown(w io.Writer) {
	fmt.Fprintf(w, "### %s\n\n", escape(p.Title))
	for _, l := range p.Lines {
		fmt.Fprintf(w, "- %s\n", escape(l))
	}
	if len(p.Lines) > 0 {
		fmt.Fprintln(w)
	}
	if p.Table != nil {
		p.Table.markdown(w)
	}
}
