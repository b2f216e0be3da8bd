package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown prints the tables as Markdown, for a pull request. Names are escaped.
func (c *Comparison) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	notes := &footnotes{}
	var heading string
	for _, t := range c.Tables {
		shared, rows := shorten(t.Rows)
		parts := append(t.machine(), t.Config...)
		parts = append(parts, shared...)
		if h := strings.Join(parts, ", "); h != heading && h != "" {
			fmt.Fprintf(b, "%s\n\n", escapeMarkdown(h))
			heading = h
		}
		for i, line := range t.grid(rows, notes) {
			writeMarkdownLine(b, line)
			if i == 0 {
				fmt.Fprintln(b, strings.Repeat("|---", len(line))+"|")
			}
		}
		fmt.Fprintln(b)
	}
	for i, text := range notes.texts {
		fmt.Fprintf(b, "[%d] %s\n\n", i+1, escapeMarkdown(text))
	}
	for _, line := range c.Remarks() {
		fmt.Fprintf(b, "%s\n\n", escapeMarkdown(line))
	}
	return b.Flush()
}
