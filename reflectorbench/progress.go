package reflectorbench

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"golang.org/x/term"
)

// progress shows how far a matrix is: one line that is written over on a terminal, elsewhere
// one line for each finished cell.
type progress struct {
	out      io.Writer
	terminal bool
	width    int
	cells    []Cell
	rounds   int
	waiting  []job // not finished, in order
	total    int
	done     int
	spent    map[int][]time.Duration // finished runs of each cell
}

func newProgress(out io.Writer, cells []Cell, jobs []job) *progress {
	p := &progress{
		out: out, cells: cells, width: 80,
		waiting: slices.Clone(jobs), total: len(jobs), spent: map[int][]time.Duration{},
	}
	for _, j := range jobs {
		p.rounds = max(p.rounds, j.round+1)
	}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.terminal = true
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 20 {
			p.width = w
		}
	}
	return p
}

func (p *progress) begin(j job) {
	if p.terminal {
		p.overwrite(fmt.Sprintf("%s  %s", p.state(), p.cells[j.cell].Name()))
	}
}

func (p *progress) end(j job, took time.Duration) {
	p.done++
	p.spent[j.cell] = append(p.spent[j.cell], took)
	p.waiting = slices.DeleteFunc(p.waiting, func(w job) bool { return w == j })
	if p.terminal {
		p.overwrite(p.state())
		return
	}
	fmt.Fprintf(p.out, "%s  round %d of %d  %s  %s\n", p.state(), j.round+1, p.rounds, p.cells[j.cell].Name(), took.Round(10*time.Millisecond))
}

func (p *progress) state() string {
	state := fmt.Sprintf("%d/%d", p.done, p.total)
	if left, ok := p.left(); ok {
		state += fmt.Sprintf("  about %s left", left.Round(time.Second))
	}
	return state
}

// left estimates the time of what is waiting: a cell takes as long as its own runs did
// on average, and one that has not run yet as long as those of its size did, or of any.
func (p *progress) left() (time.Duration, bool) {
	if p.done == 0 {
		return 0, false
	}
	var sum time.Duration
	for _, j := range p.waiting {
		sum += p.estimate(j.cell)
	}
	return sum, true
}

func (p *progress) estimate(cell int) time.Duration {
	for _, alike := range []func(int) bool{
		func(other int) bool { return other == cell },
		func(other int) bool { return p.cells[other].Objects == p.cells[cell].Objects },
		func(int) bool { return true },
	} {
		var sum time.Duration
		n := 0
		for other, runs := range p.spent {
			if alike(other) {
				for _, d := range runs {
					sum, n = sum+d, n+1
				}
			}
		}
		if n > 0 {
			return sum / time.Duration(n)
		}
	}
	return 0
}

// overwrite replaces the line on a terminal; a longer one would wrap and stay.
func (p *progress) overwrite(line string) {
	if len(line) >= p.width {
		line = line[:p.width-1]
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", line)
}

// finished says how much of the matrix was done.
func (p *progress) finished() string {
	whole := 0
	if n := len(p.cells); n > 0 {
		whole = p.done / n
	}
	return fmt.Sprintf("%d of %d runs (%d whole rounds)", p.done, p.total, whole)
}

func (p *progress) close() {
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}
