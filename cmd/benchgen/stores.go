package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"informerbench/stores"
	"informerbench/stores/catalog"
)

func newStores() *cobra.Command {
	return &cobra.Command{
		Use:     "stores",
		Short:   "list the store variants and what they guarantee",
		Example: "  benchgen stores",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprint(w, "STORE")
			for i := range stores.Guarantees() {
				fmt.Fprintf(w, "\t(%d)", i+1)
			}
			fmt.Fprintln(w, "\tWHAT IT IS")
			for _, v := range catalog.All() {
				fmt.Fprintln(w, storeLine(v))
			}
			fmt.Fprintln(w)
			if err := w.Flush(); err != nil {
				return err
			}
			for i, g := range stores.Guarantees() {
				fmt.Fprintf(cmd.OutOrStdout(), "(%d) %s\n", i+1, g)
			}
			return nil
		},
	}
}

func storeLine(v catalog.Variant) string {
	line := v.Name
	for _, g := range stores.Guarantees() {
		mark := "-"
		for _, has := range v.Guarantees {
			if has == g {
				mark = "yes"
			}
		}
		line += "\t" + mark
	}
	return line + "\t" + v.Summary
}
