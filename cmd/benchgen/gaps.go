package main

import (
	"fmt"
	"io"
	"time"

	"informerbench/workload/trace"
)

// shownGaps are printed; a server that comes and goes would fill the screen.
const shownGaps = 10

// writeGaps prints the gaps of a recording, with their ends as at says them; nothing if there are none.
func writeGaps(w io.Writer, gaps []trace.Gap, at func(time.Duration) string) {
	if len(gaps) == 0 {
		return
	}
	fmt.Fprintln(w, "not watched, since the server could not be reached or had to be asked for a new list; what happened then came later, or is not in the file:")
	for _, g := range gaps[:min(len(gaps), shownGaps)] {
		fmt.Fprintf(w, "  %s from %s to %s (%v)\n", quotedName(string(g.Resource)), at(g.From), at(g.To), (g.To - g.From).Round(time.Millisecond))
	}
	if more := len(gaps) - shownGaps; more > 0 {
		fmt.Fprintf(w, "  and %d more: benchgen trace show --json lists all of them\n", more)
	}
}
