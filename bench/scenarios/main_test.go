package scenarios_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"informerbench/bench/scenarios"
	"informerbench/reflectorbench"
)

// standIn makes the test binary play the processes that a measurement starts.
const standIn = "SCENARIOS_STAND_IN"

func TestMain(m *testing.M) {
	switch os.Getenv(standIn) {
	case "server":
		if err := serve(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "results":
		for _, name := range os.Args[1:] {
			fmt.Printf("Benchmark%s 1 5.0 events/s\n", name)
		}
	case "silence":
	default:
		goleak.VerifyTestMain(m)
	}
}

// serve is what benchgen source does.
func serve(args []string) error {
	c := reflectorbench.DefaultCell()
	fs := flag.NewFlagSet("source", flag.ContinueOnError)
	reflectorbench.RegisterFlags(fs, &c)
	if err := fs.Parse(args); err != nil {
		return err
	}
	return reflectorbench.ServeSource(context.Background(), c, os.Stdin, os.Stdout)
}

// tiny is a cell that takes a moment. What it measures means nothing.
func tiny(t *testing.T, s scenarios.Scenario, subject scenarios.Subject) scenarios.Cell {
	t.Helper()
	p := s.Params()
	p.Objects, p.Handlers, p.Readers, p.Indexes, p.Rate = 300, 2, 2, 5, 4000
	p.Length, p.Period = 50*time.Millisecond, 50*time.Millisecond
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return scenarios.Cell{Scenario: s.Name, Subject: subject, Params: p, ServerExe: exe}
}
