package main

import "github.com/spf13/cobra"

// newHelp is cobra's help command, except that help about nothing is wrong usage: a
// script must be able to tell.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "help about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 || about == cmd.Root() && len(args) > 0 {
				return usagef("no help about %q: there is no such command: see %s --help", args, cmd.Root().Name())
			}
			about.InitDefaultHelpFlag() // cobra adds it when a command runs, and this one does not
			return about.Help()
		},
	}
}
