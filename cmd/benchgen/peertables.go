package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"informerbench/bench/storebench"
	benchreport "informerbench/report"
)

// besidePeers is the store of ours that other people's are compared with directly: the one that README.md recommends first.
const besidePeers = "mvcc"

// writePeerStandings prints in what each store from elsewhere is better than ours and in what worse. Without such stores, or
// without ours beside them, it prints nothing.
func writePeerStandings(w io.Writer, in *benchreport.Input, markdown bool) error {
	theirs := peersIn(in)
	if theirs == nil {
		return nil
	}
	own := *in
	own.Results = nil
	for _, r := range in.Results {
		if store := storeOf(string(r.Name)); store == besidePeers || slices.Contains(theirs, store) {
			own.Results = append(own.Results, r)
		}
	}
	summary, err := summarizeStores(&own, storebench.Sections()[0], besidePeers)
	if errors.Is(err, benchreport.ErrNotMeasured) {
		return nil
	}
	if err != nil {
		return err
	}
	note := "Stores of other people that the run has, compared with " + besidePeers + " and not with client-go's store: the ratios are to " + besidePeers + ", in the figures that\n" +
		"decide. better and worse are significant (p < 0.05, Mann-Whitney, after Holm's correction over the stores) and at least 2%."
	if markdown {
		note = strings.ReplaceAll(note, "<", "&lt;")
	}
	writeHeading(w, "Theirs beside "+besidePeers, note, markdown)
	lines := [][]string{{"population", "store", "better in", "worse in", "neither"}}
	for _, st := range summary.Standings() {
		lines = append(lines, []string{st.Group, st.Subject, named(st.Better), named(st.Worse), st.Neither()})
	}
	return writeStandings(w, lines, markdown)
}

// peersIn are the stores that results name and the catalogue does not, in the order of the results.
func peersIn(in *benchreport.Input) (names []string) {
	known := storebench.Names()
	for _, r := range in.Results {
		if name := storeOf(string(r.Name)); name != "" && !slices.Contains(known, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// storeOf is the store that a result's name has, or "".
func storeOf(result string) string {
	for part := range strings.SplitSeq(result, "/") {
		if name, ok := strings.CutPrefix(part, "store="); ok {
			return name
		}
	}
	return ""
}

// writeRun says what raw results of stores were measured on, at which commit, and in how many rounds.
func writeRun(w io.Writer, raw ...string) error {
	in, err := benchreport.Read(raw...)
	if err != nil {
		return err
	}
	for _, m := range in.Machines() {
		fmt.Fprintf(w, "```\n%s\n", strings.Join(m.Config, "\n"))
		for _, key := range []string{"client-go", "commit"} {
			var values []string
			for _, r := range m.Results {
				if v := r.GetConfig(key); v != "" && !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			fmt.Fprintf(w, "%s: %s\n", key, strings.Join(values, ", "))
		}
		fmt.Fprintf(w, "rounds: %s\n```\n\n", roundsOf(m))
	}
	return nil
}

// roundsOf is in how many rounds a machine's stores were measured, with those that were measured in fewer than others.
func roundsOf(m benchreport.Machine) string {
	rows, rounds, all := map[string]int{}, map[string]int{}, 0
	var stores []string
	for _, r := range m.Results {
		row := string(r.Name)
		store := storeOf(row)
		if rounds[store] == 0 {
			stores = append(stores, store)
		}
		rows[row]++
		rounds[store] = max(rounds[store], rows[row])
		all = max(all, rows[row])
	}
	text := fmt.Sprint(all)
	for _, store := range stores {
		if rounds[store] < all {
			text += fmt.Sprintf("; of %s %d", store, rounds[store])
		}
	}
	return text
}
