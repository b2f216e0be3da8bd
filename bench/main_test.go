package bench_test

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

var (
	objectsFlag = flag.String("bench-objects", "10000", "populations, comma-separated")
	readersFlag = flag.String("bench-readers", "1,8", "numbers of readers, comma-separated")
)

// units are the custom ones and which direction is better; benchstat reads these lines.
var units = []struct{ unit, better string }{
	{"events/s", "higher"},
	{"insert-ns/object", "lower"},
	{"delete-ns/object", "lower"},
	{"ns/object", "lower"},
}

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() != "" {
		for _, u := range units {
			fmt.Printf("Unit %s better=%s\n", u.unit, u.better)
		}
	}
	goleak.VerifyTestMain(m)
}

func populations(tb testing.TB) []int  { return numbers(tb, "bench-objects", *objectsFlag) }
func readerCounts(tb testing.TB) []int { return numbers(tb, "bench-readers", *readersFlag) }

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
