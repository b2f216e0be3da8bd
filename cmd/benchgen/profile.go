package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"informerbench/reflectorbench"
)

type profileFlags struct {
	cell            reflectorbench.Cell
	kind, base, dir string
	rounds          int
}

func newProfile() *cobra.Command {
	f := profileFlags{cell: reflectorbench.DefaultCell()}
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "profile one pipeline cell, in runs of their own that are not timed",
		Long: `profile runs one cell once for each kind of profile and round, each in a process of its own, one
after the other. Rounds are added up. For each kind it leaves, named after the cell,

  *.pprof     for go tool pprof; samples carry the label stage: reflector, queue, store, handler,
              reader, writer, reconciler, gc, scheduler, other
  *.svg       a flame graph by stage, without script
  *.html      pprof's own flame graph page: one file, works offline

and with --base, which names another store or pipeline, the same of how the two differ (*.vs-*).
profiles.txt, which is also printed, says what took most; profiles.json is the same for programs.

CPU time and waiting (fgprof, mutex, block) are told apart by kind: cpu, heap (live after a
collection), allocs, mutex and block as in runtime/pprof, fgprof for wall-clock time. fgprof
looks at all goroutines 99 times a second, which costs more the more there are.`,
		Example: `  benchgen profile --store=mvcc --objects=100000
  benchgen profile --store=mvcc --base=clientgo --kind=all --rounds=3 --dir=profiles
  benchgen profile --store=mvcc --base=clientgo/realfifo/clientgo --kind=cpu,fgprof
  go tool pprof -tagroot=stage -top profiles/*.cpu.pprof`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	addCellFlags(cmd, &f.cell)
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "kind", "cpu", fmt.Sprintf("what to profile, separated by commas, or all: %s", strings.Join(reflectorbench.ProfileKinds(), ", ")))
	flags.StringVar(&f.base, "base", "", "store, or informer/queue/store, to profile as well and to compare with")
	flags.IntVar(&f.rounds, "rounds", 1, "runs of each kind, added up")
	flags.StringVar(&f.dir, "dir", "profiles", "folder for the profiles")
	return cmd
}

func (f *profileFlags) run(cmd *cobra.Command) error {
	kinds, err := f.kinds()
	if err != nil {
		return err
	}
	if err := useSettings(cmd, &f.cell); err != nil {
		return err
	}
	cells, err := f.cells()
	if err != nil {
		return err
	}
	if f.rounds < 1 {
		return usagef("rounds is %d: it must be at least 1", f.rounds)
	}
	if f.dir == "" {
		return usagef("no folder given: use --dir=profiles")
	}
	r := profileRounds{cells: cells, kinds: kinds, rounds: f.rounds, dir: f.dir, stderr: cmd.ErrOrStderr()}
	if err := r.run(cmd.Context()); err != nil {
		return err
	}
	index, err := r.publish()
	if err != nil {
		return err
	}
	_, err = cmd.OutOrStdout().Write(index)
	return err
}

func (f *profileFlags) kinds() ([]string, error) {
	all := reflectorbench.ProfileKinds()
	if f.kind == "all" {
		return all, nil
	}
	kinds := splitList(f.kind)
	if len(kinds) == 0 {
		return nil, usagef("no kind of profile given: use --kind=all, or some of %s", strings.Join(all, ", "))
	}
	for _, kind := range kinds {
		if !slices.Contains(all, kind) {
			return nil, usagef("unknown profile %q: allowed are %s, all", kind, strings.Join(all, ", "))
		}
	}
	return kinds, nil
}

// cells are what is profiled: the cell, and after it the base if there is one.
func (f *profileFlags) cells() ([]reflectorbench.Cell, error) {
	cells := []reflectorbench.Cell{f.cell}
	if f.base != "" {
		base := f.cell
		switch parts := strings.Split(f.base, "/"); len(parts) {
		case 1:
			base.Store = f.base
		case 3:
			base.Informer, base.Queue, base.Store = reflectorbench.Informer(parts[0]), reflectorbench.Queue(parts[1]), parts[2]
		default:
			return nil, usagef("base is %q: it must be a store, or informer/queue/store such as clientgo/realfifo/clientgo", f.base)
		}
		cells = append(cells, base)
	}
	for _, c := range cells {
		if err := c.Validate(); err != nil {
			return nil, err
		}
	}
	if len(cells) == 2 && cells[0].Name() == cells[1].Name() {
		return nil, usagef("base is %q, which is what is profiled: name another store or pipeline", f.base)
	}
	return cells, nil
}
