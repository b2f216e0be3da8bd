package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// offer says what a shell offers for the value of a flag or for an argument.
type offer = cobra.CompletionFunc

// addCompletions goes through the tree of commands once it is whole, so that a flag that
// several commands have is completed alike in all of them. What a command has registered
// itself stays.
func addCompletions(root *cobra.Command) {
	offers := flagOffers()
	everyCommand(root, func(cmd *cobra.Command) {
		completeArgs(cmd)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, registered := cmd.GetFlagCompletionFunc(f.Name); registered {
				return
			}
			if o, ok := offerFor(offers, commandName(cmd), f); ok {
				if err := cmd.RegisterFlagCompletionFunc(f.Name, o); err != nil {
					panic(err) // the flag is there, and has none
				}
			}
		})
	})
}

// everyCommand visits a command and all below it.
func everyCommand(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, below := range cmd.Commands() {
		everyCommand(below, visit)
	}
}

// commandName is how the command is called below benchgen: "run", "trace show".
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// offerFor finds what the command's flag takes: what is noted for this command, else for the name.
// Numbers and the like offer nothing, where a shell would otherwise show files.
func offerFor(offers map[string]offer, command string, f *pflag.Flag) (offer, bool) {
	for _, name := range []string{command + " --" + f.Name, "--" + f.Name} {
		if o, ok := offers[name]; ok {
			return o, true
		}
	}
	switch f.Value.Type() {
	case "string", "strings", "stringSlice", "stringArray", "words":
		return nil, false
	}
	return nothing, true
}

// completeArgs leaves files, the shell's own choice, to commands whose usage names files.
func completeArgs(cmd *cobra.Command) {
	switch {
	case cmd.ValidArgsFunction != nil || strings.Contains(cmd.Use, "FILE"):
	case strings.Contains(cmd.Use, "TRACE"):
		cmd.ValidArgsFunction = traces
	case strings.Contains(cmd.Use, "[package]"):
		cmd.ValidArgsFunction = folders
	default:
		cmd.ValidArgsFunction = nothing
	}
}

var nothing offer = cobra.NoFileCompletions

// oneOf offers words that are asked for when they are needed.
func oneOf(words func() []string) offer {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginning(typed, "", words()), cobra.ShellCompDirectiveNoFileComp
	}
}

// listOf offers words behind each comma, but none twice.
func listOf(words func() []string) offer {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		at := strings.LastIndexByte(typed, ',') + 1
		given := "," + typed[:at]
		var left []string
		for _, w := range words() {
			if !strings.Contains(given, ","+w+",") {
				left = append(left, w)
			}
		}
		// Without a space, so that a comma may follow.
		return beginning(typed, typed[:at], left), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// beginning are the words, behind what stands before them, that begin as was typed.
func beginning(typed, before string, words []string) []string {
	var out []string
	for _, w := range words {
		if strings.HasPrefix(before+w, typed) {
			out = append(out, before+w)
		}
	}
	return out
}

// fixed is a list of words; joined are the words of several lists.
func fixed(words ...string) func() []string { return func() []string { return words } }

func joined(lists ...func() []string) func() []string {
	return func() (all []string) {
		for _, list := range lists {
			all = append(all, list()...)
		}
		return all
	}
}

// values are words of some string-like type.
func values[T ~string](all ...T) func() []string {
	return names(func() []T { return all })
}

// names turns a room's list of its values into words.
func names[T any](list func() []T) func() []string {
	return func() (words []string) {
		for _, v := range list() {
			words = append(words, fmt.Sprint(v))
		}
		return words
	}
}

// files offers files, of these endings if any are given.
func files(endings ...string) offer {
	directive := cobra.ShellCompDirectiveDefault
	if endings != nil {
		directive = cobra.ShellCompDirectiveFilterFileExt
	}
	return cobra.FixedCompletions(endings, directive)
}

var (
	folders = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	traces  = files("trace", "partial")
)
