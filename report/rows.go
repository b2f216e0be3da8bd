package report

import (
	"regexp"
	"slices"
	"strings"
)

// shorten splits row labels such as Sync/mix=churn/objects=10000 into what all of
// them share and what tells them apart, so that a table shows only the latter.
func shorten(rows []string) (shared []string, short []string) {
	rows, shared = cutProcs(rows)
	counts := map[string]int{}
	for _, r := range rows {
		for _, p := range slices.Compact(strings.Split(r, "/")) {
			counts[p]++
		}
	}
	for _, r := range rows {
		var own []string
		for _, p := range strings.Split(r, "/") {
			// A part without "=" is the benchmark's name, which stays.
			if counts[p] == len(rows) && strings.Contains(p, "=") {
				if !slices.Contains(shared, p) {
					shared = append(shared, p)
				}
				continue
			}
			own = append(own, p)
		}
		short = append(short, strings.Join(own, "/"))
	}
	return shared, short
}

var procsSuffix = regexp.MustCompile(`-([0-9]+)$`)

// cutProcs moves the -GOMAXPROCS that testing appends to a name into the shared
// part, if all rows have the same.
func cutProcs(rows []string) (cut []string, shared []string) {
	var procs string
	for _, r := range rows {
		m := procsSuffix.FindStringSubmatch(r)
		if m == nil || procs != "" && m[1] != procs {
			return rows, nil
		}
		procs = m[1]
		cut = append(cut, strings.TrimSuffix(r, m[0]))
	}
	return cut, []string{"gomaxprocs=" + procs}
}
