package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"informerbench/workload/record"
)

// recordProgress shows how far a recording is: one line that is written over on a
// terminal, elsewhere a line now and then. That the server is away, and that it is back, are lines that stay.
type recordProgress struct {
	out      io.Writer
	terminal bool
	total    time.Duration
	last     record.Progress
	said     time.Duration // when the last line was written, elsewhere
}

// sayEvery is the time between lines where they stay.
const sayEvery = 30 * time.Second

func newRecordProgress(out io.Writer, total time.Duration) *recordProgress {
	f, ok := out.(*os.File)
	return &recordProgress{out: out, total: total, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

func (p *recordProgress) show(now record.Progress) {
	line := p.line(now)
	if change := p.change(now); change != "" {
		p.stay(change)
	}
	p.last = now
	if p.terminal {
		if w := terminalWidth(); w > 1 && len(line) >= w {
			line = line[:w-1]
		}
		fmt.Fprintf(p.out, "\r\x1b[K%s", line)
		return
	}
	if now.Elapsed-p.said >= sayEvery {
		p.said = now.Elapsed
		fmt.Fprintln(p.out, line)
	}
}

// stay writes a line that is not written over.
func (p *recordProgress) stay(line string) {
	if p.terminal {
		line = "\r\x1b[K" + line
	}
	fmt.Fprintln(p.out, line)
}

// change says which resources are away or back since the last call; it is empty when they are the same.
func (p *recordProgress) change(now record.Progress) string {
	before, after := p.last.Away, now.Away
	switch {
	case after == nil && before != nil:
		away := now.Started.Add(now.Elapsed).Sub(before.Since).Round(time.Second)
		return fmt.Sprintf("%s: %s reached again, after %v", clock(now.Started.Add(now.Elapsed)), before.Names(), away)
	case after != nil && (before == nil || before.Names() != after.Names()):
		return fmt.Sprintf("%s: %s not reached since %s, trying again: %q", // a server's words: quoted
			clock(now.Started.Add(now.Elapsed)), after.Names(), clock(after.Since), after.Err.Error())
	}
	return ""
}

func clock(t time.Time) string { return t.Format(time.TimeOnly) }

// line also gives the rate since the last call.
func (p *recordProgress) line(now record.Progress) string {
	state := "watching"
	switch {
	case now.Away != nil: // before the numbers, which may be cut off: a file that stands still is not to look calm
		state = fmt.Sprintf("NOT REACHED since %s (%s)", clock(now.Away.Since), now.Away.Names())
	case now.Listing:
		state = "listing"
	}
	rate := 0.0
	if d := now.Elapsed - p.last.Elapsed; d > 0 {
		rate = float64(now.Records-p.last.Records) / d.Seconds()
	}
	left := max(p.total-now.Elapsed, 0).Round(time.Second)
	line := fmt.Sprintf("%s left  %s  %d objects  %d records  %.0f/s  %s", left, state, now.Objects, now.Records, rate, byteSize(now.Bytes))
	if now.Away != nil {
		line += fmt.Sprintf("  tries that failed: %d, the last one: %q", now.Away.Tries, now.Away.Err.Error())
	}
	return line
}

func (p *recordProgress) end() {
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}

// byteSize is a number of bytes for people.
func byteSize(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	default:
		return fmt.Sprintf("%d B", n)
	}
}
