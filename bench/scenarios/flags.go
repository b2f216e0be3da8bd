package scenarios

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"
)

// AddFlags binds the parameters to flags, all but Objects. Present values are the defaults.
func (p *Params) AddFlags(f *pflag.FlagSet) {
	f.StringVar((*string)(&p.Profile), "profile", string(p.Profile), "size of the objects: small, real (default: the scenario's)")
	f.IntVar(&p.Readers, "readers", p.Readers, "reader goroutines (-1: the scenario's)")
	f.IntVar(&p.Handlers, "handlers", p.Handlers, "event handlers of each informer (-1: the scenario's)")
	f.IntVar(&p.Indexes, "indexes", p.Indexes, "indexes of the primary resource (-1: the scenario's)")
	f.IntVar(&p.Rate, "rate", p.Rate, "events a second (-1: the scenario's)")
	f.StringVar((*string)(&p.Source), "source", string(p.Source), "memory or http (default: the scenario's)")
	f.Uint64Var(&p.Seed, "seed", p.Seed, "seed of population, events, readers and order of the cells (0: 1)")
	f.DurationVar(&p.Length, "length", p.Length, "length of the measured phase, where the events do not give it (0: the scenario's)")
	f.DurationVar(&p.Period, "period", p.Period, "time between two lists of what polls (0: the scenario's)")
	f.DurationVar(&p.Cost, "cost", p.Cost, "what a slow handler takes for each event (0: the scenario's)")
	f.IntVar(&p.Changed, "changed", p.Changed, "percentage of the objects that changes while watches are lost, in mass-relist (-1: the scenario's)")
	f.IntVar(&p.Late, "late", p.Late, "handlers that come late, in late-handlers (-1: the scenario's)")
	f.IntVar(&p.Informers, "informers", p.Informers, "informers that start together, in startup-20 (-1: the scenario's)")
}

// AddFlags binds the whole cell to flags, for the process that measures it.
func (c *Cell) AddFlags(f *pflag.FlagSet) {
	f.StringVar(&c.Scenario, "scenario", c.Scenario, "name of the scenario")
	f.StringVar(&c.Informer, "informer", c.Informer, "clientgo, ours, or what the scenario measures instead")
	f.StringVar(&c.Store, "store", c.Store, "store")
	f.StringVar(&c.Queue, "queue", c.Queue, "queue")
	f.StringVar(&c.Repeat, "repeat", c.Repeat, "name of a second measurement of the same cell")
	f.IntVar(&c.Objects, "objects", c.Objects, "objects of the primary resource")
	c.Params.AddFlags(f)
}

// Args are the flags that make AddFlags rebuild the cell, all but ServerExe.
func (c Cell) Args() []string {
	args := []string{
		"--scenario=" + c.Scenario, "--informer=" + c.Informer, "--store=" + c.Store, "--queue=" + c.Queue,
		"--profile=" + string(c.Profile), "--source=" + string(c.Source), fmt.Sprintf("--seed=%d", c.Seed),
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"objects", c.Objects}, {"readers", c.Readers}, {"handlers", c.Handlers}, {"indexes", c.Indexes}, {"rate", c.Rate},
		{"changed", c.Changed}, {"late", c.Late}, {"informers", c.Informers}} {
		args = append(args, fmt.Sprintf("--%s=%d", n.name, n.value))
	}
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"length", c.Length}, {"period", c.Period}, {"cost", c.Cost}} {
		args = append(args, fmt.Sprintf("--%s=%s", d.name, d.value))
	}
	if c.Repeat != "" {
		args = append(args, "--repeat="+c.Repeat)
	}
	return args
}

// DefaultCell is the base in the first scenario.
func DefaultCell() Cell {
	s := All()[0]
	return Cell{Scenario: s.Name, Subject: Base(), Params: s.Params()}
}
