package main

import (
	"math"

	"github.com/spf13/cobra"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

// maxRate is the highest rate of a cell.
const maxRate = 1_000_000

// useSettings lets the cell's settings decide what no flag does.
func useSettings(cmd *cobra.Command, cell *reflectorbench.Cell) error {
	if err := notBesideTrace(cmd, cell.Trace); err != nil {
		return err
	}
	if cell.Trace != "" {
		cell.Objects = 0 // not known before the trace is read
	}
	if cell.Settings == "" {
		return nil
	}
	s, err := workload.ReadSettings(cell.Settings)
	if err != nil {
		return usageError{err}
	}
	given := cmd.Flags().Changed
	if s.Objects > 0 && !given("objects") {
		cell.Objects = s.Objects
	}
	if s.Mix != "" && !given("mix") {
		cell.Mix = s.Mix
	}
	if s.Profile != "" && !given("profile") {
		cell.Profile = s.Profile
	}
	if rate := rateOf(s, cell.Objects); rate > 0 && !given("rate") {
		cell.Rate = rate
	}
	return nil
}

// rateOf is the settings' rate as a cell takes it, 0 if they have none.
func rateOf(s *workload.Settings, objects int) int {
	rate := s.RateFor(objects)
	if rate <= 0 {
		return 0
	}
	return int(min(max(math.Round(rate), 1), maxRate))
}

// ofGenerator are the flags that mean nothing beside a trace.
var ofGenerator = []string{"mix", "profile", "objects", "rate", "scale", "settings"}

// notBesideTrace refuses flags that would be ignored.
func notBesideTrace(cmd *cobra.Command, trace string) error {
	if trace == "" {
		return nil
	}
	for _, name := range ofGenerator {
		if cmd.Flags().Lookup(name) != nil && cmd.Flags().Changed(name) {
			return usagef("--%s is of a generated population, and --trace replays a recorded one: use one of them (benchgen fit makes settings of a trace, for any size)", name)
		}
	}
	return nil
}
