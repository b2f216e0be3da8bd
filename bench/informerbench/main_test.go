package informerbench_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// standIn makes the test binary play the process that a run starts.
const standIn = "INFORMERBENCH_STAND_IN"

func TestMain(m *testing.M) {
	switch os.Getenv(standIn) {
	case "well":
		fmt.Printf("Benchmark%s 1 5.0 ns/op\n", strings.Join(os.Args[1:], " "))
	case "silent":
	default:
		goleak.VerifyTestMain(m)
	}
}
