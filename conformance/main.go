// Command conformance runs client-go's own, unmodified tests of package tools/cache with each
// store variant in place of client-go's store, and fails if any of them fails. README.md in this folder says
// how. Run it with make conformance.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"informerbench/adopt/overlay"
	"informerbench/stores/catalog"
)

//go:embed store_test.go.txt
var testFile []byte

const usage = `Usage: conformance [--race] [--store=NAMES] [--parallel=N]

Runs client-go's own tests of tools/cache with each store variant. Example:

  go run ./conformance --store=mvcc,cow --race

`

func main() {
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage); flag.PrintDefaults() }
	race := flag.Bool("race", false, "with the race detector")
	names := flag.String("store", "all", "stores, separated by commas, or all")
	parallel := flag.Int("parallel", 3, "stores at a time: their tests mostly wait")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := conformance(ctx, *names, *race, max(1, *parallel)); err != nil {
		fmt.Fprintf(os.Stderr, "conformance: %v\n", err)
		os.Exit(1)
	}
}

func conformance(ctx context.Context, names string, race bool, parallel int) error {
	stores, err := variants(names)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "conformance-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	compiled, version, err := compile(ctx, folder, race)
	if err != nil {
		return err
	}
	outcomes, err := runAll(ctx, compiled, stores, parallel)
	if err != nil {
		return err
	}
	keptOnes, err := compiled.keptOnes(ctx)
	if err != nil {
		return err
	}
	if err := writeTable(os.Stdout, version, outcomes, keptOnes); err != nil {
		return err
	}
	for _, o := range append(outcomes, keptOnes) {
		if len(o.failed) > 0 {
			err = errors.Join(err, fmt.Errorf("%d tests fail with %s", len(o.failed), o.store))
		}
	}
	return err
}

// variants are the stores that are named; all are those of ours.
func variants(names string) (stores []string, err error) {
	if names != "all" {
		stores = strings.Split(names, ",")
	}
	for _, v := range catalog.All() {
		if names == "all" && !v.Peer {
			stores = append(stores, v.Name)
		}
	}
	for _, name := range stores {
		if _, err := catalog.Lookup(name); err != nil {
			return nil, err
		}
	}
	return stores, nil
}

func compile(ctx context.Context, folder string, race bool) (t tests, version string, err error) {
	source, err := overlay.SourceFolder()
	if err != nil {
		return t, "", err
	}
	fmt.Fprintln(os.Stderr, "conformance: compiling client-go's tests")
	prepared, err := overlay.PrepareTests(ctx, folder, source, testFile)
	if err != nil {
		return t, "", err
	}
	flags := []string{"-trimpath"} // else nothing compiled would be found again in the next folder
	if race {
		flags = append(flags, "-race")
	}
	t = tests{program: filepath.Join(folder, "cache.test"), dir: prepared.Dir}
	return t, prepared.Version, prepared.Build(ctx, t.program, os.Stderr, flags...)
}

// runAll runs the stores, some at a time; then, one at a time, once more what failed.
func runAll(ctx context.Context, t tests, stores []string, parallel int) ([]*outcome, error) {
	outcomes, failures := make([]*outcome, len(stores)), make([]error, len(stores))
	var group sync.WaitGroup
	free := make(chan struct{}, parallel)
	for i, store := range stores {
		group.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			fmt.Fprintf(os.Stderr, "conformance: %s begins, about a minute\n", store)
			if outcomes[i], failures[i] = t.variant(ctx, store); failures[i] == nil {
				fmt.Fprintf(os.Stderr, "conformance: %s: %d passed, %d failed\n", store, len(outcomes[i].passed), len(outcomes[i].failed))
			}
		})
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		return nil, err
	}
	for _, o := range outcomes {
		if err := t.again(ctx, o); err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}
