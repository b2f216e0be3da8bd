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
	objects            int
	seed               uint64
}

func (p *populationFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&p.resources, "resources", "pods", "resources, the primary one first, separated by commas")
	f.IntVar(&p.objects, "objects", 10_000, "objects of the primary resource; the others follow as in a cluster")
	f.StringVar(&p.profile, "profile", string(workload.Small), "size of the objects: small, real")
	f.Uint64Var(&p.seed, "seed", 1, "the same seed gives the same bytes")
}

func (p *populationFlags) config() (workload.Config, error) {
	profile, err := workload.ParseProfile(p.profile)
	if err != nil {
		return workload.Config{}, usageError{err}
	}
	c := workload.Config{Seed: p.seed, Objects: p.objects, Profile: profile}
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
	var out, mix string
	var events int
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "write a population, or a stream of events, to a file",
		Long: `generate writes the objects of a population to a file, or, with --mix, the first
events of a stream over it. The file appears under its name only when it is whole.
benchgen read shows what a file holds, benchgen serve --from serves it.`,
		Example: `  benchgen generate --objects=10000 --profile=real --out=pods.trace
  benchgen generate --mix=churn --events=50000 --out=churn.trace
  benchgen read pods.trace`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("no file given: use --out=FILE")
			}
			write, err := p.writer(cmd.Context(), mix, events)
			if err != nil {
				return err
			}
			if err := trace.WriteFile(out, write); err != nil {
				return fmt.Errorf("writing %s: %w", out, err)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s\n", out)
			return nil
		},
	}
	p.add(cmd)
	cmd.Flags().StringVar(&mix, "mix", "", "write events of this mix instead of the population: churn, rollout, heartbeat, nodefailure, flap")
	cmd.Flags().IntVar(&events, "events", 10_000, "number of events, with --mix")
	cmd.Flags().StringVar(&out, "out", "", "file to write")
	return cmd
}

// writer returns what writes the wanted trace.
func (p *populationFlags) writer(ctx context.Context, mix string, events int) (func(io.Writer) error, error) {
	if mix != "" {
		m, err := workload.ParseMix(mix)
		if err != nil {
			return nil, usageError{err}
		}
		if events < 1 {
			return nil, usagef("events is %d: it must be at least 1", events)
		}
		p.resources = joinResources(m.Resources())
		population, err := p.generate(ctx)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return trace.WriteStream(ctx, w, population, m, p.seed, events) }, nil
	}
	population, err := p.generate(ctx)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error { return trace.WritePopulation(ctx, w, population) }, nil
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
