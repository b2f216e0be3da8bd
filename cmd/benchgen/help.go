package main

import "github.com/spf13/cobra"

// newHelp is cobra's help command, except that help about nothing is wrong usage: a
// script must be able to tell.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "help about a command",
		Example: `  benchgen help trace show
  benchgen help run`,
		ValidArgsFunction: commandNames,
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

// commandNames offers the commands below those that were typed.
func commandNames(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	about, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for _, below := range about.Commands() {
		if below.IsAvailableCommand() {
			out = append(out, below.Name())
		}
	}
	return beginning(typed, "", out), cobra.ShellCompDirectiveNoFileComp
}
