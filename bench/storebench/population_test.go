package storebench_test

import (
	"slices"
	"testing"

	"informerbench/bench/storebench"
)

func TestPopulationHasTheFanOutsThatRowsAreNamedAfter(t *testing.T) {
	counts, ascending := storebench.FanOut(3000)
	if !ascending {
		t.Error("the keys do not ascend")
	}
	for index, want := range map[string]int{"namespace": 1000, "node": 100, "owner": 10} {
		if got := len(counts[index]); got != 3000/want {
			t.Errorf("index %s has %d values, want %d", index, got, 3000/want)
		}
		for value, n := range counts[index] {
			if n != want {
				t.Errorf("%s %q has %d objects, want %d", index, value, n, want)
			}
		}
	}
	if key := storebench.MovedKeepsAValue(3000); key != "" {
		t.Errorf("%s, moved, keeps a value", key)
	}
}

// Each process makes the population anew: all must measure with the same.
func TestListsAreTheSameInEachProcessAndHoldTheSameKeys(t *testing.T) {
	byKey, random := storebench.Lists(2000)
	again, randomAgain := storebench.Lists(2000)
	if !slices.Equal(byKey, again) || !slices.Equal(random, randomAgain) {
		t.Error("two populations of the same size differ")
	}
	if !slices.IsSorted(byKey) || slices.IsSorted(random) {
		t.Error("the orders are not what they are called")
	}
	if slices.Sort(random); !slices.Equal(byKey, random) {
		t.Error("the two lists have different keys")
	}
}
