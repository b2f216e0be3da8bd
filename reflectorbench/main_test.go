package reflectorbench_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"testing"
	"time"

	"go.uber.org/goleak"

	"informerbench/reflectorbench"
)

// childEnv makes the test binary behave as the program that a Matrix and a Run start.
const childEnv = "REFLECTORBENCH_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		os.Exit(child(os.Args[1], os.Args[2:]))
	}
	goleak.VerifyTestMain(m)
}

// child is a small benchgen.
func child(command string, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := reflectorbench.DefaultCell()
	fs := flag.NewFlagSet(command, flag.ExitOnError)
	reflectorbench.RegisterFlags(fs, &c)
	fs.Parse(args)
	if err := runChild(ctx, command, c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func runChild(ctx context.Context, command string, c reflectorbench.Cell) error {
	switch command {
	case "run":
		return reflectorbench.Run(ctx, c, os.Stdout, nil)
	case "source":
		return reflectorbench.ServeSource(ctx, c, os.Stdin, os.Stdout)
	case "hang":
		<-ctx.Done() // until the matrix interrupts it
		return ctx.Err()
	case "garble":
		fmt.Println("BenchmarkSync/store=cow-2 1 what")
		return nil
	case "short":
		fmt.Println("BenchmarkSync/store=cow-2 1 5 ns/op")
		return nil
	}
	return fmt.Errorf("the child was told to %s", command)
}

// tiny returns a cell that runs in a moment; without Relist it needs no pause of the reflector.
func tiny() reflectorbench.Cell {
	c := reflectorbench.DefaultCell()
	c.Objects, c.Events, c.Phase, c.Rate = 200, 200, 10*time.Millisecond, 5000
	c.Measures = []reflectorbench.Measure{
		reflectorbench.MeasureSync, reflectorbench.MeasureHeap, reflectorbench.MeasureThroughput,
		reflectorbench.MeasureLatency, reflectorbench.MeasureRead,
	}
	return c
}
