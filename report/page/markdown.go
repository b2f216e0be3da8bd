package page

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// mostMarkdown is what a comment on a pull request can hold, with room to spare: GitHub
// takes 65,536 characters.
const mostMarkdown = 60_000

// WriteMarkdown writes the verdict and a table for each section, short enough for a
// comment on a pull request. What does not fit is named; it is in the HTML.
func (p *Page) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s# %s\n\n", markdownMark, escape(p.title))
	p.advice.markdown(&b)
	for _, v := range p.suites {
		v.markdownVerdict(&b, len(p.suites) > 1)
	}
	var end bytes.Buffer
	p.markdownEnd(&end)
	p.markdownSections(&b, mostMarkdown-b.Len()-end.Len())
	b.Write(end.Bytes())
	_, err := b.WriteTo(w)
	return err
}

func (v *suiteView) markdownVerdict(w io.Writer, several bool) {
	fmt.Fprint(w, "## Verdict")
	if several {
		fmt.Fprintf(w, ": %s", escape(v.Name+onMachine(v.Machine)))
	}
	fmt.Fprint(w, "\n\n")
	for _, s := range v.Lead {
		fmt.Fprintf(w, "%s\n\n", escape(s))
	}
	if len(v.Standings) > 0 {
		t := &table{Heads: standingHeads, Groups: []tableGroup{{}}}
		for _, st := range v.Standings {
			t.Groups[0].Lines = append(t.Groups[0].Lines, st.line())
		}
		t.markdown(w)
	}
	if v.Noise != nil {
		fmt.Fprintf(w, "%s\n\n", escape(v.Noise.Text))
	}
	for _, l := range v.Limits {
		fmt.Fprintf(w, "- %s\n", escape(l))
	}
	if len(v.Limits) > 0 {
		fmt.Fprintln(w)
	}
}

// markdownSections writes what fits into so many bytes: of each section its answer, as long as there is room, and then the
// tables below it.
func (p *Page) markdownSections(b *bytes.Buffer, room int) {
	type part struct {
		title       string
		head, below bytes.Buffer
	}
	var parts []*part
	kept := 0
	for _, v := range p.suites {
		for _, sec := range v.Sections {
			one := &part{title: sec.Title}
			sec.markdownHead(&one.head)
			v.markdownTables(&one.below, sec)
			if parts = append(parts, one); kept == len(parts)-1 && one.head.Len() <= room {
				kept, room = kept+1, room-one.head.Len()
			}
		}
	}
	var left []string
	for i, one := range parts {
		if i >= kept {
			left = append(left, one.title)
			continue
		}
		b.Write(one.head.Bytes())
		if one.below.Len() <= room {
			room -= one.below.Len()
			b.Write(one.below.Bytes())
		} else {
			left = append(left, "further tables of "+one.title)
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(b, "Left out, since a comment has no more room (the HTML has it): %s.\n\n", escape(strings.Join(left, ", ")))
	}
}

// markdownHead is the question of a section and its answer.
func (sec *section) markdownHead(w io.Writer) {
	fmt.Fprintf(w, "## %s\n\n", escape(sec.Title))
	if sec.Question != "" {
		fmt.Fprintf(w, "%s\n\n", escape(sec.Question))
	}
	sec.markdownAnswer(w)
	if sec.Shared != "" {
		fmt.Fprintf(w, "All with %s.\n\n", code(sec.Shared))
	}
}

// markdownTables have the medians of what counts and is not in the answer, all subjects side by side.
func (v *suiteView) markdownTables(w io.Writer, sec *section) {
	for _, a := range sec.Questions {
		var units []string
		for _, unit := range a.units() {
			for _, c := range a.cases {
				if f := v.suite.figures[figureKey{c.id, unit}]; f != nil && f.counted && sec.unanswered(c.row, unit) {
					units = append(units, unit)
					break
				}
			}
		}
		if t := v.suite.othersTable(units, a.cases); t != nil {
			fmt.Fprintf(w, "**%s**\n\n", escape(a.Title))
			t.markdown(w)
		}
	}
}

func (p *Page) markdownEnd(w io.Writer) {
	fmt.Fprint(w, "## Machine\n\n")
	for _, m := range p.machines {
		for _, f := range m.Facts {
			fmt.Fprintf(w, "- %s: %s\n", code(f.Key), code(f.Value))
		}
		fmt.Fprintln(w)
	}
	if len(p.commands) > 0 {
		fmt.Fprint(w, "## Repeat it\n\n")
		for _, c := range p.commands {
			fmt.Fprintf(w, "    %s\n", c)
		}
		fmt.Fprintln(w)
	}
	for _, warning := range p.warnings {
		fmt.Fprintf(w, "- Warning: %s\n", escape(warning))
	}
}

// markdown writes a table with one line for each line, the group's label in front.
func (t *table) markdown(w io.Writer) {
	heads := make([]string, len(t.Heads))
	for i, h := range t.Heads {
		heads[i] = escape(h)
	}
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
	for _, g := range t.Groups {
		for _, l := range g.Lines {
			head := l.Head
			if g.Label != "" {
				head += ", " + g.Label
			}
			cells := []string{code(head)}
			for _, c := range l.Cells {
				cells = append(cells, escape(c.Text))
			}
			fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	fmt.Fprintln(w)
}

// escape keeps text from being markup. Names in it may be from a cluster: @ would send
// mail to whoever has that name, hence the invisible word joiner.
func escape(s string) string {
	return markdownEscapes.Replace(visible(s))
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "*", `\*`, "_", `\_`,
	"[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`, "@", "@\u2060", "://", ":\u2060//", "\n", " ", "$", `\$`, "!", `\!`,
)

// code writes text as code, in which nothing is markup but what ends it.
func code(s string) string {
	s = strings.NewReplacer("`", "'", "|", `\|`).Replace(visible(s))
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

// onMachine adds what tells a suite's machine from the others'.
func onMachine(apart string) string {
	if apart == "" {
		return ""
	}
	return " (" + apart + ")"
}

var standingHeads = []string{"subject", "figures", "better", "worse", "no difference", "too few samples", "better in", "worse in"}

// line is the subject's line of the verdict.
func (st *standing) line() tableLine {
	num := func(n int) tableCell { return text(strconv.Itoa(n)) }
	return tableLine{st.Name, []tableCell{
		num(st.Figures), num(st.Better), num(st.Worse), num(st.Same), num(st.Few), text(st.BetterShort), text(st.WorseShort),
	}}
}
