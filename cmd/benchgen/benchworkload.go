package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

// benchWorkload is one population with its events, which a matrix measures over every pipeline.
type benchWorkload struct {
	first bool // of the matrix: the A/A comparison is made there
	set   func(*reflectorbench.Cell)
}

// workloads are the trace, or all mixes at all scales.
func (b *benchFlags) workloads() ([]benchWorkload, error) {
	if b.replaying.Trace != "" {
		return []benchWorkload{{true, func(c *reflectorbench.Cell) { c.Replaying, c.Objects = b.replaying, 0 }}}, nil
	}
	objects, err := parseScales(b.scale)
	if err != nil {
		return nil, err
	}
	mixes, settings, err := b.generated()
	if err != nil {
		return nil, err
	}
	var all []benchWorkload
	for i, n := range objects {
		for _, mix := range mixes {
			all = append(all, benchWorkload{i == 0, func(c *reflectorbench.Cell) {
				c.Replaying = b.replaying // refused without a trace, if it says anything
				c.Objects, c.Mix, c.Settings = n, mix, b.settings
				if rate := rateOf(settings, n); rate > 0 {
					c.Rate = rate
				}
			}})
		}
	}
	return all, nil
}

// generated are the mixes, which settings may decide, and the settings; nil if there are none.
func (b *benchFlags) generated() ([]workload.Mix, *workload.Settings, error) {
	mixes, err := parseMixes(b.mix)
	if err != nil || b.settings == "" {
		return mixes, nil, err
	}
	s, err := workload.ReadSettings(b.settings)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if s.Mix != "" && !b.given("mix") {
		mixes = []workload.Mix{s.Mix}
	}
	if s.Profile != "" && !b.given("profile") {
		b.profile = s.Profile
	}
	return mixes, s, nil
}

// examine reads the trace once, so that one that is too short is found before anything is measured, and gives
// every cell the number of its objects.
func examine(cmd *cobra.Command, cells []reflectorbench.Cell) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "reading %s\n", cells[0].Trace)
	found, err := reflectorbench.Examine(cmd.Context(), cells[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d objects of the primary resource, %d events\n", found.Objects, found.Events)
	if found.Note != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", found.Note)
	}
	for i := range cells {
		cells[i].Objects = found.Objects
	}
	return nil
}
