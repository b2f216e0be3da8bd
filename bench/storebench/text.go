package storebench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// unit is a unit of the results and which direction is better; benchstat reads that from the
// lines that a process writes.
type unit struct{ name, better string }

var units = []unit{
	{"ns/op", "lower"}, {"B/op", "lower"}, {"allocs/op", "lower"},
	{"ns/object", "lower"}, {"insert-ns/object", "lower"}, {"delete-ns/object", "lower"},
	{"max-stall-ns", "lower"},
	{"heap-B/object", "lower"}, {"churned-B/object", "lower"}, {"gc-ns", "lower"},
	{"p50-get-ns", "lower"}, {"p99-get-ns", "lower"}, {"p999-get-ns", "lower"}, {"max-get-ns", "lower"},
	{"p50-open-ns", "lower"}, {"p99-open-ns", "lower"}, {"p999-open-ns", "lower"}, {"max-open-ns", "lower"},
	{"overflow", "lower"},
	{"reads/s", "higher"}, {"lists/s", "higher"}, {"writes/s", "higher"},
}

// line is one result. Each is of one iteration: what that is, the row says.
func line(name string, units []string, values []float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Benchmark%s 1", name)
	for i, v := range values {
		fmt.Fprintf(&b, " %s %s", number(v), units[i])
	}
	b.WriteString("\n")
	return b.String()
}

// number cuts what no measurement resolves.
func number(x float64) string {
	digits := 4
	if math.Abs(x) >= 1000 {
		digits = 0
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}
