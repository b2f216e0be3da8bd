package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"informerbench/bench/storebench"
	"informerbench/peers"
	"informerbench/stores"
)

// process measures one store with one population; its arguments are those of options.start.
func process(args []string, stdout io.Writer) error {
	if len(args) != 6 {
		return usagef("peerbench process wants store, objects, rows, procs, pace and commit")
	}
	objects, err := strconv.Atoi(args[1])
	if err != nil {
		return usageError{err}
	}
	rows, err := storebench.Select(split(args[2]))
	if err != nil {
		return usageError{err}
	}
	procs, err := numbers(args[3])
	if err != nil {
		return err
	}
	pace, err := strconv.ParseFloat(args[4], 64)
	if err != nil {
		return usageError{err}
	}
	return storebench.Process{
		Store: args[0], Peers: peers.All(), Objects: objects, Rows: rows, Procs: procs, Pace: pace, Commit: args[5],
	}.Run(stdout)
}

// list prints the peers and what they guarantee.
func list(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "PEER")
	for i := range stores.Guarantees() {
		fmt.Fprintf(tab, "\t(%d)", i+1)
	}
	fmt.Fprintln(tab, "\tWHAT IT IS")
	for _, p := range peers.All() {
		fmt.Fprint(tab, p.Name)
		for _, g := range stores.Guarantees() {
			fmt.Fprint(tab, map[bool]string{true: "\tyes", false: "\t-"}[slices.Contains(p.Guarantees, g)])
		}
		fmt.Fprintf(tab, "\t%s\n", p.Summary)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for i, g := range stores.Guarantees() {
		fmt.Fprintf(w, "(%d) %s\n", i+1, g)
	}
	return nil
}
