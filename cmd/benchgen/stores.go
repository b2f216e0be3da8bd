package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"informerbench/stores"
	"informerbench/stores/catalog"
)

func newStores() *cobra.Command {
	var names bool
	cmd := &cobra.Command{
		Use:   "stores",
		Short: "list the store variants, what they guarantee and what else they can",
		Example: `  benchgen stores
  for store in $(benchgen stores --names); do benchgen run --store=$store; done`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if names {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.Join(catalog.Names(), "\n"))
				return err
			}
			return describeStores(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&names, "names", false, "print the names only, one a line, without stores that return copies")
	return cmd
}

func describeStores(w io.Writer) error {
	var guarantees []string
	for _, g := range stores.Guarantees() {
		guarantees = append(guarantees, string(g))
	}
	if err := storeTable(w, guarantees, "WHAT IT IS", claims, summary); err != nil {
		return err
	}
	var extras []string
	for _, e := range storeExtras {
		extras = append(extras, e.name)
	}
	fmt.Fprintln(w)
	return storeTable(w, extras, "WHAT A SNAPSHOT COSTS", can, snapshotCost)
}

// storeTable prints a line for each store, with a mark in each numbered column and a
// text in the last, and below it what the numbers mean.
func storeTable(w io.Writer, columns []string, last string, marks func(catalog.Variant) []bool, text func(catalog.Variant) string) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "STORE")
	for i := range columns {
		fmt.Fprintf(tab, "\t(%d)", i+1)
	}
	fmt.Fprintf(tab, "\t%s\n", last)
	for _, v := range append(catalog.All(), catalog.Copying()...) {
		fmt.Fprint(tab, v.Name)
		for _, yes := range marks(v) {
			fmt.Fprint(tab, map[bool]string{true: "\tyes", false: "\t-"}[yes])
		}
		fmt.Fprintf(tab, "\t%s\n", text(v))
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for i, name := range columns {
		fmt.Fprintf(w, "(%d) %s\n", i+1, name)
	}
	return nil
}

func claims(v catalog.Variant) (marks []bool) {
	for _, g := range stores.Guarantees() {
		marks = append(marks, slices.Contains(v.Guarantees, g))
	}
	return marks
}

func summary(v catalog.Variant) string { return v.Summary }

// storeExtras are the interfaces of package stores beyond client-go's.
var storeExtras = []struct {
	name string
	has  func(stores.Store) bool
}{
	{"bulk reads: append to a slice, range over all or over an index value", implements[stores.BulkReader]},
	{"snapshots: pin one state and read it for as long as needed", implements[stores.Snapshotter]},
	{"replace straight from a list, in its order", implements[stores.ListReplacer]},
	{"wait for a resource version: read one's own writes", implements[stores.VersionWaiter]},
}

func implements[T any](s stores.Store) bool {
	_, ok := s.(T)
	return ok
}

func can(v catalog.Variant) (marks []bool) {
	store := v.New(nil)
	for _, e := range storeExtras {
		marks = append(marks, e.has(store))
	}
	return marks
}

func snapshotCost(v catalog.Variant) string {
	if !implements[stores.Snapshotter](v.New(nil)) {
		return "it has none"
	}
	return v.Snapshots
}
