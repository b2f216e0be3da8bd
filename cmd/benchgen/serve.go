package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
	"informerbench/workload/trace"
)

type serveFlags struct {
	population             populationFlags
	listen, from, mix, cfg string
	rate                   float64
}

func newServe() *cobra.Command {
	s := serveFlags{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "serve a population as an API server does, over HTTP",
		Long: `serve answers list, watch, get and discovery requests for a generated population, or
for one that benchgen generate wrote, and plays events at a steady rate. client-go and
kubectl work against it. There is no authentication: it listens on loopback unless
told otherwise.`,
		Example: `  benchgen serve --objects=1000 --rate=10 --kubeconfig=kube.conf
  kubectl --kubeconfig=kube.conf get pods -A --watch
  benchgen serve --from=pods.trace --listen=127.0.0.1:8001`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.population.add(cmd)
	// kubectl looks at more than one kind.
	s.population.resources = joinResources(workload.Resources())
	f := cmd.Flags()
	f.Lookup("resources").DefValue = s.population.resources
	f.StringVar(&s.from, "from", "", "serve the population in this file instead of generating one")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8001", "address; port 0 picks a free one")
	f.StringVar(&s.mix, "mix", string(workload.Churn), "events to play: churn, rollout, heartbeat, nodefailure, flap")
	f.Float64Var(&s.rate, "rate", 0, "events a second; 0 plays none")
	f.StringVar(&s.cfg, "kubeconfig", "", "write a kubeconfig for the server to this file")
	return cmd
}

func (s *serveFlags) run(cmd *cobra.Command) error {
	mix, err := workload.ParseMix(s.mix)
	if err != nil {
		return usageError{err}
	}
	if !(s.rate >= 0 && s.rate <= 1_000_000) { // also refuses NaN
		return usagef("rate is %v: it must lie between 0 and 1000000", s.rate)
	}
	if s.rate > 0 && s.from != "" {
		return usagef("--rate needs a generated population, not --from: events continue the generator's state")
	}
	src := source.New(source.Options{})
	next, err := s.load(cmd.Context(), src, mix)
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
	return s.serve(cmd.Context(), listener, src, next)
}

// load fills the source and returns the stream that continues it, if events are wanted.
func (s *serveFlags) load(ctx context.Context, src *source.Source, mix workload.Mix) (func() workload.Event, error) {
	if s.from != "" {
		return nil, loadFile(src, s.from)
	}
	if s.rate > 0 {
		for _, r := range mix.Resources() {
			s.population.resources = joinResources(append([]workload.Resource{r}, resourcesBut(s.population.resources, r)...))
		}
	}
	p, err := s.population.generate(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range p.Config().Resources {
		if err := src.Load(r, p.Objects(r)); err != nil {
			return nil, err
		}
	}
	if s.rate == 0 {
		return nil, nil
	}
	return workload.NewStream(p, mix, s.population.seed).Next, nil
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

func loadFile(src *source.Source, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	header, objects, err := trace.ReadPopulation(bufio.NewReader(f))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, r := range header.Config.Resources {
		if err := src.Load(r, objects[r]); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// serve answers requests and plays events until the context ends; that is its normal
// end.
func (s *serveFlags) serve(ctx context.Context, l net.Listener, src *source.Source, next func() workload.Event) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	played := make(chan error, 1)
	go func() {
		defer stop()
		if next == nil {
			<-ctx.Done()
			played <- nil
			return
		}
		played <- workload.Play(ctx, next, -1, s.rate, func(e workload.Event, _ time.Time) error { return src.Apply(e) })
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
