package storebench_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"informerbench/bench/storebench"
)

// standIn makes the test binary play the process that a run starts: it prints the results
// of one row, or does what the store's name says.
const standIn = "STOREBENCH_STAND_IN"

func TestMain(m *testing.M) {
	if os.Getenv(standIn) != "" {
		play(os.Args[1])
		return
	}
	goleak.VerifyTestMain(m)
}

func play(store string) {
	if marker := os.Getenv(standIn); marker == "fail:"+store {
		fmt.Fprintln(os.Stderr, "the store is broken")
		os.Exit(3)
	} else if marker == "silent:"+store {
		return
	}
	rows, err := storebench.Select([]string{"reindex"})
	if err != nil {
		panic(err)
	}
	for _, name := range storebench.PlannedNames(store, 10_000, rows, []int{2}) {
		fmt.Printf("Benchmark%s 1 5.0 ns/op\n", name)
	}
}
