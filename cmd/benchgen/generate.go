package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"informerbench/reflectorbench"
	"informerbench/workload"
	"informerbench/workload/trace"
)

// populationFlags choose a population, in commands that make one.
type populationFlags struct {
	resources, profile string
	settings           string
	chosen             func(flag string) bool
	objects            int
	seed               uint64
}

func (p *populationFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&p.resources, "resources", "pods", "resources, the primary one first, separated by commas")
	p.objects, p.chosen = 10_000, f.Changed
	f.Var((*reflectorbench.Count)(&p.objects), "objects", "objects of the primary resource, such as 10000, 100k or 1M; the others follow as in a cluster")
	f.StringVar(&p.profile, "profile", string(workload.Small), "size of the objects: small, real")
	f.Uint64Var(&p.seed, "seed", 1, "the same seed gives the same bytes")
	f.StringVar(&p.settings, "settings", "", "settings that the population resembles, such as benchgen fit writes of a trace")
}

// read returns the settings and lets them decide what no flag does; nil if there are none.
func (p *populationFlags) read() (*workload.Settings, error) {
	if p.settings == "" {
		return nil, nil
	}
	s, err := workload.ReadSettings(p.settings)
	if err != nil {
		return nil, usageError{err}
	}
	if s.Objects > 0 && !p.chosen("objects") {
		p.objects = s.Objects
	}
	if s.Profile != "" && !p.chosen("profile") {
		p.profile = string(s.Profile)
	}
	return s, nil
}

func (p *populationFlags) config() (workload.Config, error) {
	settings, err := p.read()
	if err != nil {
		return workload.Config{}, err
	}
	profile, err := workload.ParseProfile(p.profile)
	if err != nil {
		return workload.Config{}, usageError{err}
	}
	c := workload.Config{Seed: p.seed, Objects: p.objects, Profile: profile, Settings: settings}
	for _, name := range splitList(p.resources) {
		r, err := workload.ParseResource(name)
		if err != nil {
			return workload.Config{}, usageError{err}
		}
		c.Resources = append(c.Resources, r)
	}
	if err := c.Validate(); err != nil {
		return workload.Config{}, usageError{err}
	}
	return c, nil
}

// generate refuses a population that the machine cannot hold before making it.
func (p *populationFlags) generate(ctx context.Context) (*workload.Population, error) {
	c, err := p.config()
	if err != nil {
		return nil, err
	}
	if err := reflectorbench.FitsPopulation(c); err != nil {
		return nil, err
	}
	return workload.Generate(ctx, c)
}

func newGenerate() *cobra.Command {
	var p populationFlags
	var e eventFlags
	var out string
	var force bool
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "write a population, or a stream of events, to a file",
		Long: `generate writes the objects of a population to a file, or, with --mix, the first
events of a stream over it, or, with --recording, both, as benchgen record would have recorded
such a cluster. The file appears under its name only when it is whole.
benchgen read shows what a file holds, benchgen serve --from serves it.`,
		Example: `  benchgen generate --objects=10000 --profile=real --out=pods.trace
  benchgen generate --mix=churn --events=50000 --out=churn.trace
  benchgen generate --recording --rate=200 --events=20000 --out=made.trace
  benchgen generate --recording --settings=prod.json --objects=100k --out=scaled.trace
  benchgen read pods.trace`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("no file given: use --out=FILE")
			}
			if err := mayWriteOr(out, force); err != nil {
				return err
			}
			write, err := p.writer(cmd.Context(), e)
			if err != nil {
				return err
			}
			if err := trace.WriteFile(out, write); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s\n", out)
			return nil
		},
	}
	p.add(cmd)
	f := cmd.Flags()
	f.StringVar(&e.mix, "mix", "", "write events of this mix instead of the population: churn, rollout, heartbeat, nodefailure, flap")
	f.BoolVar(&e.recording, "recording", false, "write population and events with their times (mix churn, or the settings', if none is given)")
	f.IntVar(&e.events, "events", 10_000, "number of events, with --mix or --recording")
	f.Float64Var(&e.rate, "rate", 0, "events a second of a recording (default 100, or the settings')")
	f.StringVarP(&out, "out", "o", "", "file to write")
	f.BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// eventFlags choose the events of a file.
type eventFlags struct {
	mix       string
	recording bool
	events    int
	rate      float64
}

// defaultRate is that of a recording, in events a second.
const defaultRate = 100

// complete fills in what the settings decide, or the defaults, and refuses what cannot be.
func (e *eventFlags) complete(s *workload.Settings, objects int) (workload.Mix, error) {
	if e.recording && e.mix == "" {
		e.mix = string(workload.Churn)
		if s != nil && s.Mix != "" {
			e.mix = string(s.Mix)
		}
	}
	if e.rate == 0 {
		if e.rate = s.RateFor(objects); e.rate == 0 {
			e.rate = defaultRate
		}
	}
	m, err := workload.ParseMix(e.mix)
	if err != nil {
		return m, usageError{err}
	}
	if e.events < 1 {
		return m, usagef("events is %d: it must be at least 1", e.events)
	}
	if !(e.rate > 0 && e.rate <= maxRate) { // also refuses NaN
		return m, usagef("rate is %v: it must lie above 0 and not above %d", e.rate, maxRate)
	}
	return m, nil
}

// writer returns what writes the wanted trace.
func (p *populationFlags) writer(ctx context.Context, e eventFlags) (func(io.Writer) error, error) {
	if e.mix == "" && !e.recording {
		population, err := p.generate(ctx)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return trace.WritePopulation(ctx, w, population) }, nil
	}
	settings, err := p.read()
	if err != nil {
		return nil, err
	}
	m, err := e.complete(settings, p.objects)
	if err != nil {
		return nil, err
	}
	p.resources = joinResources(m.Resources())
	population, err := p.generate(ctx)
	if err != nil {
		return nil, err
	}
	if e.recording {
		return func(w io.Writer) error { return trace.WriteRecording(ctx, w, population, m, p.seed, e.events, e.rate) }, nil
	}
	return func(w io.Writer) error { return trace.WriteStream(ctx, w, population, m, p.seed, e.events) }, nil
}

func joinResources(resources []workload.Resource) string {
	var text string
	for i, r := range resources {
		if i > 0 {
			text += ","
		}
		text += string(r)
	}
	return text
}
