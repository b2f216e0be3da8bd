package recommend

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"informerbench/report/printable"
)

// WriteText prints the advice for a terminal.
func (a *Advice) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, printable.Text(a.Headline()))
	for _, l := range a.NotShown() {
		fmt.Fprintln(b, printable.Text(l))
	}
	for _, s := range a.Sections() {
		fmt.Fprintf(b, "\n%s\n", printable.Text(s.Title))
		for _, l := range s.Lines {
			fmt.Fprintf(b, "  %s\n", printable.Text(l))
		}
		writeColumns(b, s.Table)
	}
	return b.Flush()
}

// writeColumns aligns cells by their number of characters.
func writeColumns(w io.Writer, table [][]string) {
	widths := map[int]int{}
	for _, line := range table {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(printable.Text(cell)))
		}
	}
	for _, line := range table {
		text := ""
		for i, cell := range line {
			cell = printable.Text(cell)
			text += "  " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		}
		fmt.Fprintln(w, strings.TrimRight(text, " "))
	}
}

// WriteMarkdown prints it for a page.
func (a *Advice) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "**%s**\n", escape(a.Headline()))
	for _, l := range a.NotShown() {
		fmt.Fprintf(b, "\n%s\n", escape(l))
	}
	for _, s := range a.Sections() {
		fmt.Fprintf(b, "\n### %s\n\n", escape(s.Title))
		for _, l := range s.Lines {
			fmt.Fprintf(b, "- %s\n", escape(l))
		}
		for i, line := range s.Table {
			var cells []string
			for _, cell := range line {
				cells = append(cells, escape(cell))
			}
			fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
			if i == 0 {
				fmt.Fprintln(b, strings.Repeat("|---", len(line))+"|")
			}
		}
	}
	return b.Flush()
}

// escape keeps names from being markup.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;", "\n", " ", "`", "'", "*", `\*`, "[", `\[`, "]", `\]`, "_", `\_`).Replace(printable.Text(s))
}

// WriteJSON prints all of it for a program. Ends of intervals that are open, and what is not
// known, are null.
func (a *Advice) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(a)
}
