package reflectorbench

import (
	"flag"
	"fmt"
	"strings"

	"informerbench/workload"
)

// RegisterFlags binds every field of the cell that a user may choose to a flag,
// with the cell's present value as the default. Values are checked by Validate, not
// while parsing, so that all of them fail with the same kind of line.
func RegisterFlags(fs *flag.FlagSet, c *Cell) {
	text(fs, &c.Informer, "informer", "who assembles the pipeline: ours, clientgo, clientgo-controller")
	text(fs, &c.Store, "store", "store variant, one that benchgen stores lists")
	text(fs, &c.Queue, "queue", "inorder, deltafifo, direct (no queue), or realfifo (client-go's shared informer only)")
	text(fs, &c.Mix, "mix", "events: churn, rollout, heartbeat, nodefailure, flap")
	text(fs, &c.Profile, "profile", "size of the objects: small, real")
	fs.Var((*Count)(&c.Objects), "objects", "objects of the mix's primary resource")
	fs.StringVar(&c.Trace, "trace", c.Trace, "replay this recorded trace instead of generating: file of benchgen record")
	text(fs, &c.Speed, "speed", "how many times as fast as recorded a trace is played: 1, 10, any other number, or max (default 1)")
	fs.BoolVar(&c.AllowCut, "allow-cut", c.AllowCut, "replay a damaged trace up to its damage")
	fs.IntVar(&c.Namespaces, "namespaces", c.Namespaces, "namespaces of the population (0: as many as usual, or as the settings say)")
	fs.StringVar(&c.Settings, "settings", c.Settings, "settings of the generator, such as benchgen fit writes of a trace")
	text(fs, &c.List, "list", "list mode: stream, paged")
	text(fs, &c.Source, "source", "memory, http, cluster")
	fs.Uint64Var(&c.Seed, "seed", c.Seed, "seed of population and events")
	fs.StringVar(&c.Repeat, "repeat", c.Repeat, "name of a second measurement of the same pipeline, for an A/A comparison")
	fs.IntVar(&c.Readers, "readers", c.Readers, "reader goroutines")
	text(fs, &c.Skew, "skew", "how readers choose keys: uniform, zipf")
	fs.IntVar(&c.Rate, "rate", c.Rate, "events a second in the open-loop phases")
	fs.IntVar(&c.Events, "events", c.Events, "events of the full-speed phase (0: what fits the objects)")
	fs.IntVar(&c.Handlers, "handlers", c.Handlers, "event handlers")
	fs.Var((*resourceList)(&c.Also), "also", "comma-separated resources that the source has beside the mix's")
	fs.IntVar(&c.Workers, "workers", c.Workers, "reconcilers behind client-go's work queue, measured in a phase of their own (0: none)")
	fs.DurationVar(&c.Cost, "reconcile-cost", c.Cost, "what one reconcile takes beside reading its object")
	text(fs, &c.Work, "reconcile-work", "how it takes that: spin (on a processor), sleep")
	fs.Float64Var(&c.FailureRate, "failure-rate", c.FailureRate, "share of reconciles that fail and are added again rate-limited")
	fs.Var((*measureList)(&c.Measures), "measures", "comma-separated: sync, heap, throughput, latency, read, reconcile (with workers), relist (empty: all)")
	fs.DurationVar(&c.Phase, "phase", c.Phase, "length of each read phase, half of the latency phase (0: what fits the objects)")
	fs.StringVar(&c.Commit, "commit", c.Commit, "commit of the measured code (empty: what the build recorded)")
	fs.StringVar(&c.SourceURL, "source-url", c.SourceURL, "URL of a running benchgen source of the same cell (source http)")
	fs.StringVar(&c.Kubeconfig, "kubeconfig", c.Kubeconfig, "configuration file of a cluster (source cluster; empty: default rules, then in-cluster)")
}

// Args returns the flags that make RegisterFlags rebuild the cell, each as --name=value: all but
// ServerExe and, of a trace, what means nothing beside it.
func (c Cell) Args() []string {
	args := []string{
		"--informer=" + string(c.Informer), "--store=" + c.Store, "--queue=" + string(c.Queue),
		"--list=" + string(c.List), "--source=" + string(c.Source), fmt.Sprintf("--seed=%d", c.Seed),
		fmt.Sprintf("--readers=%d", c.Readers), "--skew=" + string(c.Skew),
		fmt.Sprintf("--handlers=%d", c.Handlers),
	}
	if !c.replays() { // a trace has its own
		args = append(args, "--mix="+string(c.Mix), "--profile="+string(c.Profile), fmt.Sprintf("--objects=%d", c.Objects),
			fmt.Sprintf("--rate=%d", c.Rate))
	}
	optional := []struct {
		set bool
		arg string
	}{
		{c.Trace != "", "--trace=" + c.Trace},
		{c.Speed != "", "--speed=" + string(c.Speed)},
		{c.AllowCut, "--allow-cut"},
		{c.Settings != "", "--settings=" + c.Settings},
		{c.Namespaces != 0, fmt.Sprintf("--namespaces=%d", c.Namespaces)},
		{c.Repeat != "", "--repeat=" + c.Repeat},
		{c.Workers != 0, fmt.Sprintf("--workers=%d", c.Workers)},
		{c.Cost != 0, "--reconcile-cost=" + c.Cost.String()},
		{c.Work != "", "--reconcile-work=" + string(c.Work)},
		{c.FailureRate != 0, fmt.Sprintf("--failure-rate=%v", c.FailureRate)},
		{c.Events != 0, fmt.Sprintf("--events=%d", c.Events)},
		{len(c.Also) != 0, "--also=" + (*resourceList)(&c.Also).String()},
		{len(c.Measures) != 0, "--measures=" + (*measureList)(&c.Measures).String()},
		{c.Phase != 0, "--phase=" + c.Phase.String()},
		{c.Commit != "", "--commit=" + c.Commit},
		{c.SourceURL != "", "--source-url=" + c.SourceURL},
		{c.Kubeconfig != "", "--kubeconfig=" + c.Kubeconfig},
	}
	for _, o := range optional {
		if o.set {
			args = append(args, o.arg)
		}
	}
	return args
}

// text binds a string-like field.
func text[T ~string](fs *flag.FlagSet, field *T, name, usage string) {
	fs.Var(textValue[T]{field}, name, usage)
}

type textValue[T ~string] struct{ field *T }

// String of the zero value must work: package flag calls it to print defaults.
func (v textValue[T]) String() string {
	if v.field == nil {
		return ""
	}
	return string(*v.field)
}

// Type is what pflag's help shows for the value.
func (v textValue[T]) Type() string { return "string" }

func (v textValue[T]) Set(s string) error { *v.field = T(s); return nil }

type measureList []Measure

func (l *measureList) String() string {
	names := make([]string, len(*l))
	for i, m := range *l {
		names[i] = string(m)
	}
	return strings.Join(names, ",")
}

func (l *measureList) Type() string { return "strings" }

func (l *measureList) Set(s string) error {
	*l = nil
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name != "" {
			*l = append(*l, Measure(name))
		}
	}
	return nil
}

type resourceList []workload.Resource

func (l *resourceList) String() string {
	names := make([]string, len(*l))
	for i, r := range *l {
		names[i] = string(r)
	}
	return strings.Join(names, ",")
}

func (l *resourceList) Type() string { return "strings" }

func (l *resourceList) Set(s string) error {
	*l = nil
	for name := range strings.SplitSeq(s, ",") {
		r, err := workload.ParseResource(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		*l = append(*l, r)
	}
	return nil
}
