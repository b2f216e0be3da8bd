package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
)

// WriteText prints the summary as aligned columns, divided where they do not fit the
// width; 0 means no limit.
func (s *Summary) WriteText(w io.Writer, width int) error {
	b := bufio.NewWriter(w)
	for _, g := range s.Groups {
		fmt.Fprintln(b, g.heading())
		lines := grid{append([]string{"against " + s.Base}, s.heads()...)}
		for _, l := range g.Lines {
			lines = append(lines, append([]string{l.Subject}, s.texts(l)...))
		}
		for _, part := range lines.split(width, 1) {
			writeAligned(b, part)
			fmt.Fprintln(b)
		}
		for _, n := range g.Note {
			fmt.Fprintf(b, "%s\n\n", n)
		}
	}
	for _, line := range s.remarks() {
		fmt.Fprintf(b, "%s\n\n", line)
	}
	return b.Flush()
}

// WriteMarkdown prints the summary as Markdown tables, each under its group's label.
func (s *Summary) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, g := range s.Groups {
		fmt.Fprintf(b, "**%s**\n\n", escapeMarkdown(g.heading()))
		writeMarkdownLine(b, append([]string{"pipeline"}, s.heads()...))
		fmt.Fprintln(b, "|---"+strings.Repeat("|---", len(s.Figures))+"|")
		for _, l := range g.Lines {
			writeMarkdownLine(b, append([]string{l.Subject}, s.texts(l)...))
		}
		fmt.Fprintln(b)
		for _, n := range g.Note {
			fmt.Fprintf(b, "%s\n\n", escapeMarkdown(n))
		}
	}
	for _, line := range s.remarks() {
		fmt.Fprintf(b, "%s\n\n", escapeMarkdown(line))
	}
	return b.Flush()
}

func (s *Summary) heads() []string {
	var out []string
	for _, f := range s.Figures {
		out = append(out, f.Title)
	}
	return out
}

func (s *Summary) texts(l SummaryLine) []string {
	var out []string
	for i, c := range l.Cells {
		out = append(out, figureText(c, s.Figures[i].Unit))
	}
	return out
}

func writeMarkdownLine(w io.Writer, cells []string) {
	for i := range cells {
		cells[i] = escapeMarkdown(cells[i])
	}
	fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
}

// escapeMarkdown keeps names, which may come from a cluster, from being markup.
func escapeMarkdown(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;", "\n", " ", "`", "'", "*", `\*`).Replace(s)
}

// naturalCompare orders by length first, so that "objects: 10000" stands before
// "objects: 100000".
func naturalCompare(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
