package rounds

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"informerbench/reflectorbench"
)

// Unit is a unit of results and which direction is better ("lower" or "higher"); benchstat reads that
// from the lines of [Header].
type Unit struct{ Name, Better string }

// Header describes machine and units; it begins the text of a process. Commit is that of the
// measured code; empty: what the build recorded.
func Header(commit string, units []Unit) string {
	text := reflectorbench.MachineText(commit)
	for _, u := range units {
		text += fmt.Sprintf("Unit %s better=%s\n", u.Name, u.Better)
	}
	return text
}

// Line is one result. Each is of one iteration: what that is, the suite says.
func Line(name string, units []string, values []float64) string {
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
