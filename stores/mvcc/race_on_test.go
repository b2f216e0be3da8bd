//go:build race

package mvcc

const raceEnabled = true
