package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"informerbench/adopt/overlay"
	"informerbench/stores/catalog"
)

type overlayFlags struct {
	overlay.Options
	build bool
}

func newOverlay() *cobra.Command {
	o := overlayFlags{}
	cmd := &cobra.Command{
		Use:   "overlay [package] [-- flags for go build]",
		Short: "build an unmodified program with another informer store",
		Long: `overlay prepares a build of a program as it is, except that the informers of client-go
in it run on a store of choice. It prints the go build command, and with --build runs it.
The package is a main package, as go build takes it; without one it is the one in --dir.

Nothing in the program's tree is written. What the build needs lies in a folder of its
own: a link to the program's client-go, a second mod file, an overlay, a link to our stores.
All modules keep the program's versions, and it is said where that is not possible.

When the program starts it says on standard error which store is in use, and how many stores
were made before that could be chosen (they are client-go's): look for "informerbench:".

It needs client-go v0.37. Vendored programs are built from the module cache; workspaces, build
tags, cgo, and client-go replaced by another version or a folder work.`,
		Example: `  benchgen overlay --dir=../mycontroller --store=mvcc --build
  benchgen overlay --dir=../mycontroller --store=mvcc --build --output=bin/manager ./cmd/manager -- -race
  eval "$(benchgen overlay --dir=../mycontroller --store=cow ./cmd/manager)"`,
		Args: func(cmd *cobra.Command, args []string) error {
			if packages, _ := splitDash(cmd, args); len(packages) > 1 {
				return usagef("overlay takes one package, got %q: see %s --help", packages, cmd.CommandPath())
			}
			return nil
		},
		RunE: o.run,
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.Store, "store", "", "the store: "+strings.Join(catalog.Names(), ", "))
	f.StringVar(&o.Dir, "dir", ".", "a folder of the program's module")
	f.BoolVar(&o.build, "build", false, "run the command, too")
	f.StringVar(&o.Output, "output", "", "the program to build (default a file in --folder)")
	f.StringVar(&o.Tags, "tags", "", "build tags, separated by commas")
	f.StringVar(&o.Folder, "folder", "", "the build folder, outside the program's tree (default one in the user's cache folder)")
	f.StringVar(&o.Source, "source", "", "the folder of the stores' module (default the one this benchgen was built from)")
	return cmd
}

// splitDash parts what is before the -- from what follows.
func splitDash(cmd *cobra.Command, args []string) (packages, flags []string) {
	if at := cmd.ArgsLenAtDash(); at >= 0 {
		return args[:at], args[at:]
	}
	return args, nil
}

func (o *overlayFlags) run(cmd *cobra.Command, args []string) error {
	if o.Store == "" {
		return usagef("overlay needs --store: one of %s", strings.Join(catalog.Names(), ", "))
	}
	packages, flags := splitDash(cmd, args)
	o.Flags = flags
	if len(packages) == 1 {
		o.Package = packages[0]
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "preparing: go lists the program's packages")
	p, err := overlay.Prepare(cmd.Context(), o.Options)
	var bad *overlay.UsageError
	switch {
	case errors.As(err, &bad):
		return usageError{err}
	case err != nil:
		return err
	}
	describeOverlay(cmd.ErrOrStderr(), p)
	fmt.Fprintln(cmd.OutOrStdout(), p.Command())
	if !o.build {
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "building: what imports client-go is compiled anew the first time")
	if err := p.Build(cmd.Context(), cmd.ErrOrStderr(), cmd.ErrOrStderr()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "built %s\n", p.Output)
	return nil
}

// describeOverlay says what a person should know about the build.
func describeOverlay(w io.Writer, p *overlay.Prepared) {
	for _, note := range p.Notes {
		fmt.Fprintf(w, "note: %s\n", note)
	}
	changed := 0
	for _, c := range p.Changes {
		if c.Before != "" {
			changed++
		}
		fmt.Fprintf(w, "module %s\n", c)
	}
	if changed == 0 {
		fmt.Fprintln(w, "all modules of the program keep their versions")
	}
}
