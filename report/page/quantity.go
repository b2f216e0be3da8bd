package page

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// quantity is what a unit measures, which decides how its numbers are written.
type quantity int

const (
	count quantity = iota
	duration
	bytesOf
	share
	rate
	nanoseconds // of units that benchunit leaves as they are, such as server-cpu-ns
)

var (
	isDuration = regexp.MustCompile(`(^|-)sec($|/)`)
	isNanos    = regexp.MustCompile(`(^|-)ns($|/)`)
	isBytes    = regexp.MustCompile(`(^|-)B($|/)`)
)

// quantityOf knows the tidied units, in which times are seconds.
func quantityOf(unit string) quantity {
	switch {
	case isDuration.MatchString(unit):
		return duration
	case isNanos.MatchString(unit):
		return nanoseconds
	case isBytes.MatchString(unit):
		return bytesOf
	case strings.HasSuffix(unit, "-fraction"):
		return share
	case strings.HasSuffix(unit, "/s"):
		return rate
	}
	return count
}

// text writes a number with three digits, a decimal prefix and its unit: "4.58 ms".
func (q quantity) text(v float64) string { return q.format(v, 3) }

// tick writes a number on an axis with no more digits than it needs.
func (q quantity) tick(v float64) string { return q.format(v, 1) }

func (q quantity) format(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "?"
	}
	switch q {
	case nanoseconds:
		return duration.format(v*1e-9, digits)
	case share:
		return number(100*v, digits) + " %"
	case duration:
		return scaled(v, digits, []prefix{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}})
	case bytesOf:
		return scaled(v, digits, []prefix{{1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}, {1, " B"}})
	case rate:
		return scaled(v, digits, []prefix{{1e9, "G/s"}, {1e6, "M/s"}, {1e3, "k/s"}, {1, "/s"}})
	}
	return scaled(v, digits, []prefix{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}})
}

type prefix struct {
	factor float64
	text   string
}

// scaled takes the largest prefix that leaves at least 1 before the point; what rounding
// lifts to 1,000 goes to the next.
func scaled(v float64, digits int, prefixes []prefix) string {
	for _, p := range prefixes {
		if math.Abs(v)/p.factor >= 0.9995 {
			return number(v/p.factor, digits) + p.text
		}
	}
	last := prefixes[len(prefixes)-1]
	return number(v/last.factor, digits) + last.text
}

// number rounds to so many digits, but never before the point.
func number(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	// The exponent of what is left after rounding: 0.9996 has that of 1.00.
	_, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits-1, 64), "e")
	e, _ := strconv.Atoi(exponent)
	return strconv.FormatFloat(v, 'f', min(max(digits-1-e, 0), 9), 64)
}

// ratioText writes small ratios as fractions: 1/766 reads better than 0.0013.
func ratioText(r float64) string {
	switch {
	case math.IsNaN(r) || math.IsInf(r, 0):
		return "?"
	case r <= 0:
		return number(r, 3) + "×"
	case r < 0.195:
		return "1/" + number(1/r, 2)
	case r < 9.995:
		return fmt.Sprintf("%.2f×", r)
	}
	return number(r, 3) + "×"
}

// plain writes the value of a key as people write numbers: 100,000.
func plain(s string) string {
	if _, err := strconv.ParseUint(s, 10, 64); err != nil || len(s) < 5 || s[0] == '0' {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
