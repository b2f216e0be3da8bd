package bench_test

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"informerbench/reflectorbench"
)

var (
	objectsFlag = flag.String("bench-objects", "10000", "populations, comma-separated")
	commitFlag  = flag.String("bench-commit", "", "commit for the description of the machine; a test binary records none")
)

// units are the custom ones and which direction is better; benchstat reads these lines.
var units = []struct{ unit, better string }{
	{"events/s", "higher"},
	{"ns/object", "lower"},
}

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() != "" {
		fmt.Print(machineLines())
		for _, u := range units {
			fmt.Printf("Unit %s better=%s\n", u.unit, u.better)
		}
	}
	goleak.VerifyTestMain(m)
}

// machineLines are the configuration lines that package testing does not print itself.
func machineLines() (lines string) {
	for line := range strings.Lines(reflectorbench.MachineText(*commitFlag)) {
		if key, _, _ := strings.Cut(line, ":"); key != "goos" && key != "goarch" && key != "cpu" {
			lines += line
		}
	}
	return lines
}

func populations(tb testing.TB) []int { return numbers(tb, "bench-objects", *objectsFlag) }

func numbers(tb testing.TB, name, list string) (out []int) {
	for field := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 {
			tb.Fatalf("-%s=%s: %q is not a positive number", name, list, field)
		}
		out = append(out, n)
	}
	return out
}
