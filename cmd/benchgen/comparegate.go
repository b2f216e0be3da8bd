package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	benchreport "informerbench/report"
)

// gateFlags says when compare fails.
type gateFlags struct {
	on         bool
	thresholds []string
	minEffect  string
	options    benchreport.GateOptions
}

func (g *gateFlags) register(f *pflag.FlagSet) {
	f.BoolVar(&g.on, "gate", false, "exit with 1 on a regression (default for files and --refs)")
	f.StringSliceVar(&g.thresholds, "threshold", []string{"5%"}, "how much worse fails, such as 5%, and of single units, such as p99-get-ns=20%")
	f.StringVar(&g.minEffect, "min-effect", "2%", "smallest difference that is better or worse")
	f.StringSliceVar(&g.options.Exact, "exact", nil, "further units in which anything worse fails (allocs/op, B/op, allocs/event and B/event do)")
	f.BoolVar(&g.options.AllowMissing, "allow-missing", false, "let pass what one side lacks, and damaged lines")
	f.IntVar(&g.options.ExpectRows, "expect-rows", 0, "results that each side must have (0: as many as the base has)")
}

// parse reads the shares; the minimum effect is the comparison's.
func (g *gateFlags) parse() (minEffect float64, err error) {
	if minEffect, err = parseShare("min-effect", g.minEffect); err != nil {
		return 0, err
	}
	if g.options.ExpectRows < 0 {
		return 0, usagef("expect-rows is %d: it must not be negative", g.options.ExpectRows)
	}
	g.options.Threshold, g.options.Thresholds = defaultThreshold, map[string]float64{}
	for _, text := range g.thresholds {
		unit, share, single := strings.Cut(text, "=")
		if !single {
			if g.options.Threshold, err = parseShare("threshold", text); err != nil {
				return 0, err
			}
			continue
		}
		if g.options.Thresholds[unit], err = parseShare("threshold of "+unit, share); err != nil {
			return 0, err
		}
	}
	return minEffect, nil
}

// defaultThreshold holds when only units' own are given.
const defaultThreshold = 0.05

// parseShare reads "5%" or "0.05". "5" could be meant as either, so it is neither.
func parseShare(name, text string) (float64, error) {
	number, isPercent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if isPercent {
		v /= 100
	}
	if err != nil || !(v >= 0) || v > 1 && !isPercent {
		return 0, usagef("%s is %q: it must be a share, such as 5%% or 0.05", name, text)
	}
	return v, nil
}

// gateError is nil when there is no gate, or it has passed.
func gateError(r *benchreport.GateResult) error {
	if r == nil || r.Passed() {
		return nil
	}
	return errors.New(r.Summary())
}
