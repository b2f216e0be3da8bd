package anonymize

import (
	"strings"
	"time"
)

// isTime is true for a time as the API writes it.
func isTime(s string) bool {
	if len(s) < len("2006-01-02T15:04:05Z") || s[4] != '-' || s[10] != 'T' {
		return false
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

// maxQuantity bounds what passes as a quantity, so that nothing long does.
const maxQuantity = 12

// units of quantities and lengths of time. A bare number is none: it could be an account's.
var units = set("m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti", "Pi", "ns", "us", "ms", "s", "h", "%")

// isQuantity is true for a number with a unit, such as 500m, 1.5Gi or 30s.
func isQuantity(s string) bool {
	if len(s) > maxQuantity {
		return false
	}
	number := strings.TrimRight(s, "mkMGTKiPnush%")
	if number == "" || !units[s[len(number):]] {
		return false
	}
	before, after, point := strings.Cut(number, ".")
	return before != "" && strings.Trim(before, decimal) == "" && strings.Trim(after, decimal) == "" && point == (after != "")
}
