package storetest

import (
	"os"
	"testing"
)

// full tells whether the sizes of the field cases are wanted as reported.
func full() bool { return os.Getenv("STORETEST_FULL") != "" }

// scaled returns n, or a tenth of it under the race detector, which costs
// about that factor, and in -short.
func scaled(n int) int {
	if (raceEnabled || testing.Short()) && !full() {
		return max(n/10, 1)
	}
	return n
}
