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

// notAboutRaces skips a test of one goroutine, or about sizes, under the race detector: there it would take a
// good part of a minute and could find nothing that it does not find in the run without.
func notAboutRaces(t *testing.T) {
	if scaled(1, 0) == 0 {
		t.Skip("it has one goroutine: it runs without the race detector, or with STORETEST_FULL=1")
	}
}
