//go:build race

package packed_test

const raceEnabled = true
