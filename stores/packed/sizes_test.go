package packed_test

import (
	"os"
	"testing"
)

// scaled is how much of something a test takes. Under the race detector, where compression takes
// twenty times as long, it is the second number: what the size is to show, such as that memory
// does not grow, has nothing to do with races, and make test runs the tests without the detector
// as well. STORETEST_FULL asks for the first number everywhere, as it does of package storetest.
func scaled(usual, underRace int) int {
	if raceEnabled && os.Getenv("STORETEST_FULL") == "" {
		return underRace
	}
	return usual
}

// aboutSizes skips a test that has no small form.
func aboutSizes(t *testing.T) {
	if scaled(1, 0) == 0 {
		t.Skip("it is about sizes: it runs without the race detector, or with STORETEST_FULL=1")
	}
}
