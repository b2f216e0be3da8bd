package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/replay"
	"informerbench/workload/source"
)

type serveFlags struct {
	population             populationFlags
	listen, from, mix, cfg string
	rate, speed            float64
	allowCut               bool
}

func newServe() *cobra.Command {
	s := serveFlags{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "serve a population as an API server does, over HTTP",
		Long: `serve answers list, watch, get and discovery requests for a generated population, or
for the objects of a trace, and plays events: generated ones at a steady rate, recorded ones at their
times, --speed times as fast. client-go and kubectl work against it. There is no authentication: it listens on loopback unless
told otherwise.`,
		Example: `  benchgen serve --objects=1000 --rate=10 --kubeconfig=kube.conf
  kubectl --kubeconfig=kube.conf get pods -A --watch
  benchgen serve --from=pods.trace --listen=127.0.0.1:8001
  benchgen serve --from=prod.trace --speed=1`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.population.add(cmd)
	// kubectl looks at more than one kind.
	s.population.resources = joinResources(workload.Resources())
	f := cmd.Flags()
	f.Lookup("resources").DefValue = s.population.resources
	f.StringVar(&s.from, "from", "", "serve the objects of this trace instead of generating some")
	f.Float64Var(&s.speed, "speed", 0, "with --from, play its events once, so many times as fast as recorded; 0 plays none")
	f.BoolVar(&s.allowCut, "allow-cut", false, "with --from, serve a damaged trace up to its damage")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8001", "address; port 0 picks a free one")
	f.StringVar(&s.mix, "mix", string(workload.Churn), "events to play: churn, rollout, heartbeat, nodefailure, flap")
	f.Float64Var(&s.rate, "rate", 0, "events a second; 0 plays none")
	f.StringVar(&s.cfg, "kubeconfig", "", "write a kubeconfig for the server to this file")
	return cmd
}

func (s *serveFlags) run(cmd *cobra.Command) error {
	if err := s.check(cmd); err != nil {
		return err
	}
	src, play, err := s.load(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.listen)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", s.listen, err)
	}
	url := "http://" + listener.Addr().String()
	if s.cfg != "" {
		if err := os.WriteFile(s.cfg, apiserver.Kubeconfig(url), 0o600); err != nil {
			listener.Close()
			return err
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "serving on %s\n", url)
	return s.serve(cmd.Context(), listener, src, play)
}

// check refuses flags that contradict each other, and lets the settings decide what no flag does.
func (s *serveFlags) check(cmd *cobra.Command) error {
	settings, err := s.population.read()
	if err != nil {
		return err
	}
	if settings != nil && settings.Mix != "" && !cmd.Flags().Changed("mix") {
		s.mix = string(settings.Mix)
	}
	if settings != nil && !cmd.Flags().Changed("rate") {
		s.rate = settings.RateFor(s.population.objects)
	}
	if _, err := workload.ParseMix(s.mix); err != nil {
		return usageError{err}
	}
	switch {
	case !(s.rate >= 0 && s.rate <= maxRate): // also refuses NaN
		return usagef("rate is %v: it must lie between 0 and %d", s.rate, maxRate)
	case !(s.speed >= 0 && s.speed <= maxRate):
		return usagef("speed is %v: it must lie between 0 and %d", s.speed, maxRate)
	case s.rate > 0 && s.from != "":
		return usagef("--rate needs a generated population, not --from: a trace plays its own events with --speed")
	case s.from == "" && (s.speed > 0 || s.allowCut):
		return usagef("--speed and --allow-cut are of a trace: name one with --from=FILE")
	}
	return nil
}

// player plays events until they are at an end or the context is.
type player func(context.Context) error

// load fills a source and returns what plays events, nil if none are wanted.
func (s *serveFlags) load(ctx context.Context, stderr io.Writer) (*source.Source, player, error) {
	if s.from != "" {
		return s.loadTrace(ctx, stderr)
	}
	mix := workload.Mix(s.mix)
	if s.rate > 0 {
		for _, r := range mix.Resources() {
			s.population.resources = joinResources(append([]workload.Resource{r}, resourcesBut(s.population.resources, r)...))
		}
	}
	p, err := s.population.generate(ctx)
	if err != nil {
		return nil, nil, err
	}
	src := source.New(source.Options{})
	for _, r := range p.Config().Resources {
		if err := src.Load(r, p.Objects(r)); err != nil {
			return nil, nil, err
		}
	}
	if s.rate == 0 {
		return src, nil, nil
	}
	next := workload.NewStream(p, mix, s.population.seed).Next
	return src, func(ctx context.Context) error {
		return workload.Play(ctx, next, -1, s.rate, func(e workload.Event, _ time.Time) error { return src.Apply(e) })
	}, nil
}

func (s *serveFlags) loadTrace(ctx context.Context, stderr io.Writer) (*source.Source, player, error) {
	t, err := replay.Open(ctx, s.from, replay.Options{AllowCut: s.allowCut})
	if err != nil {
		return nil, nil, err
	}
	if t.Damage != nil {
		fmt.Fprintf(stderr, "%s: %v: what stands before is served\n", s.from, t.Damage)
	}
	if t.Repairs.Any() {
		fmt.Fprintf(stderr, "%s: %v\n", s.from, t.Repairs)
	}
	if missing := t.Missing(); missing != "" {
		fmt.Fprintf(stderr, "%s: %s\n", s.from, missing)
	}
	src := source.New(source.Options{Kinds: t.Kinds})
	for _, k := range t.Kinds {
		if err := src.Load(k.Resource, t.Objects[k.Resource]); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.from, err)
		}
	}
	if s.speed == 0 {
		return src, nil, nil
	}
	return src, func(ctx context.Context) error {
		return t.Play(ctx, s.speed, func(e workload.Event) error { return src.Apply(e) })
	}, nil
}

// resourcesBut is the list without one, whose place is elsewhere.
func resourcesBut(list string, but workload.Resource) []workload.Resource {
	var out []workload.Resource
	for _, name := range splitList(list) {
		if name != string(but) {
			out = append(out, workload.Resource(name))
		}
	}
	return out
}

// serve answers requests and plays events until the context ends; that is its normal
// end. Events may be at an end before.
func (s *serveFlags) serve(ctx context.Context, l net.Listener, src *source.Source, play player) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	played := make(chan error, 1)
	go func() {
		var err error
		if play != nil {
			if err = play(ctx); err != nil {
				stop()
			}
		}
		played <- err
	}()
	served := apiserver.Serve(ctx, l, src)
	stop()
	if err := <-played; err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("playing events: %w", err)
	}
	if served != nil && !errors.Is(served, context.Canceled) {
		return served
	}
	return nil
}
