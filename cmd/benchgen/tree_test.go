package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Whoever finds a command is told what it is for, and by an example how it is used.
func TestEveryCommandExplainsItself(t *testing.T) {
	everyCommand(newRoot(), func(cmd *cobra.Command) {
		if cmd.Short == "" {
			t.Errorf("%s has no Short", cmd.CommandPath())
		}
		if !strings.Contains(cmd.Example, cmd.CommandPath()) {
			t.Errorf("%s has no Example of itself: %q", cmd.CommandPath(), cmd.Example)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s says nothing of itself", cmd.CommandPath(), f.Name)
			}
		})
	})
}

// Examples are copied from the screen: their commands, flags and arguments are such as the program takes.
func TestExamplesAreAccepted(t *testing.T) {
	everyCommand(newRoot(), func(cmd *cobra.Command) {
		for _, line := range strings.Split(cmd.Example, "\n") {
			for _, words := range callsIn(line) {
				// The flags of a tree keep what they were given, so each line gets a tree of its own.
				called, rest, err := newRoot().Find(words)
				if err == nil {
					err = called.ParseFlags(rest)
				}
				if err == nil && called.Args != nil {
					err = called.Args(called, called.Flags().Args())
				}
				if err != nil {
					t.Errorf("example of %s: %q: %v", cmd.CommandPath(), line, err)
				}
			}
		}
	})
}

var (
	programName = regexp.MustCompile(`(^|[\s(])benchgen\s`)
	shellWord   = regexp.MustCompile(`(?:[^\s'"]|'[^']*'|"[^"]*")+`)
)

// callsIn are the arguments with which a line of a shell calls the program.
func callsIn(line string) (calls [][]string) {
	for _, at := range programName.FindAllStringIndex(line, -1) {
		words := []string{}
		for _, word := range shellWord.FindAllString(line[at[1]:], -1) {
			if strings.ContainsAny(word[:1], "|<>&#;") {
				break
			}
			bare := strings.NewReplacer("'", "", `"`, "").Replace(word)
			last := strings.TrimRight(bare, ";)")
			words = append(words, last)
			if last != bare {
				break
			}
		}
		calls = append(calls, words)
	}
	return calls
}

// A shell knows what each flag takes: names, files of a kind, or nothing where only the user knows.
func TestEveryFlagIsCompleted(t *testing.T) {
	everyCommand(newRoot(), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s --%s has no completion: add it to flagOffers", cmd.CommandPath(), f.Name)
			}
		})
		if cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") {
			t.Errorf("the arguments of %s have no completion", cmd.CommandPath())
		}
	})
}

// What is offered for these flags is what their help lists.
func TestOffersAreWhatTheHelpSays(t *testing.T) {
	listed := []string{"informer", "queue", "mix", "profile", "list", "source", "skew", "format", "measures", "parts", "part", "kind", "reconcile-work", "scale"}
	everyCommand(newRoot(), func(cmd *cobra.Command) {
		if cmd.Hidden {
			return
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			offer, ok := cmd.GetFlagCompletionFunc(f.Name)
			if !ok || !slices.Contains(listed, f.Name) {
				return
			}
			offered, directive := offer(cmd, nil, "")
			if directive&cobra.ShellCompDirectiveNoFileComp == 0 {
				return // files
			}
			for _, word := range offered {
				if !strings.Contains(f.Usage+" "+f.DefValue, word) {
					t.Errorf("%s --%s offers %q, and its help says %q", cmd.CommandPath(), f.Name, word, f.Usage)
				}
			}
			if len(offered) == 0 {
				t.Errorf("%s --%s offers nothing", cmd.CommandPath(), f.Name)
			}
		})
	})
}

// --help prints the example on standard output, where a pager can take it, and is no failure.
func TestEveryCommandHasHelp(t *testing.T) {
	everyCommand(newRoot(), func(cmd *cobra.Command) {
		var out, said bytes.Buffer
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		if code := run(t.Context(), args, strings.NewReader(""), &out, &said); code != exitOK || said.Len() > 0 {
			t.Errorf("%q: exit code %d, %s", args, code, &said)
		}
		if text := out.String(); !strings.Contains(text, "Examples:\n"+cmd.Example) {
			t.Errorf("%q prints no example:\n%s", args, text)
		}
	})
}
