package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Standing is how one subject stands to the base in the figures of a group: each that is better or worse with
// its ratio, and how many are neither.
type Standing struct {
	Group, Subject string
	Better, Worse  []string
	// Same are figures without a difference that counts, Few those with too few samples to tell.
	Same, Few int
}

// Standings are those of all subjects but the base and its repetition, group by group.
func (s *Summary) Standings() (out []Standing) {
	for _, g := range s.Groups {
		for _, l := range g.Lines {
			if l.Subject == s.Base || isAgain(l.Subject, s.Base) {
				continue
			}
			st := Standing{Group: g.heading(), Subject: l.Subject}
			for i, c := range l.Cells {
				if c != nil && c.Verdict != NoBase {
					st.add(s.Figures[i], c)
				}
			}
			out = append(out, st)
		}
	}
	return out
}

func (st *Standing) add(f Figure, c *Cell) {
	text := f.Title + " " + shareText(c.Ratio())
	if c.Base.Summary.Center == 0 {
		text = f.Title + " " + valueText(c.Summary.Center, f.Unit) + " instead of none"
	}
	switch c.Verdict {
	case Better:
		st.Better = append(st.Better, text)
	case Worse:
		st.Worse = append(st.Worse, text)
	case NotEnoughSamples:
		st.Few++
	default:
		st.Same++
	}
}

// Neither says in words how many figures are neither better nor worse.
func (st Standing) Neither() string {
	var parts []string
	if st.Same > 0 {
		parts = append(parts, fmt.Sprint(st.Same))
	}
	if st.Few > 0 {
		parts = append(parts, fmt.Sprintf("%d with too few samples", st.Few))
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// WriteMarkdownTable writes lines of cells, the first of them the head. Cells are escaped.
func WriteMarkdownTable(w io.Writer, lines [][]string) error {
	b := bufio.NewWriter(w)
	for i, line := range lines {
		writeMarkdownLine(b, line)
		if i == 0 {
			fmt.Fprintln(b, strings.Repeat("|---", len(line))+"|")
		}
	}
	fmt.Fprintln(b)
	return b.Flush()
}
