package reflectorbench

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/reflector"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

// UsageError says that a cell was asked for which does not exist. Its text
// lists the allowed values.
type UsageError struct{ msg string }

func (e *UsageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// Validate reports the first field with a value that cannot be measured, as a
// *UsageError that lists the allowed ones.
func (c Cell) Validate() error {
	for _, check := range []func() error{
		c.validatePipeline, c.validateReplaying, c.validateWorkload, c.validateSource, c.validateNumbers, c.Reconciling.validate, c.validateMeasures,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validatePipeline: a peer's parts are hard-wired, and its name must not claim others.
func (c Cell) validatePipeline() error {
	if err := oneOf("informer", c.Informer, Ours, ClientGo, ClientGoController); err != nil {
		return err
	}
	if _, err := catalog.Lookup(c.Store); err != nil {
		return usagef("%v", err)
	}
	if c.Informer == Ours {
		return oneOf("queue of informer ours", c.Queue, InOrder, DeltaFIFO, Direct)
	}
	wired := RealFIFO
	if c.Informer == ClientGoController {
		wired = DeltaFIFO
	}
	if c.Store != "clientgo" {
		return usagef("informer %s takes no store %q: allowed is clientgo", c.Informer, c.Store)
	}
	return oneOf("queue of informer "+string(c.Informer), c.Queue, wired)
}

func (c Cell) validateWorkload() error {
	if err := c.validateGenerated(); err != nil {
		return err
	}
	if err := oneOf("list mode", c.List, reflector.ListStream, reflector.ListPaged); err != nil {
		return err
	}
	return oneOf("skew", c.Skew, Uniform, Zipf)
}

// validateGenerated: beside a trace nothing is generated.
func (c Cell) validateGenerated() error {
	if c.replays() {
		return nil
	}
	if _, err := workload.ParseMix(string(c.Mix)); err != nil {
		return usagef("%v", err)
	}
	if _, err := workload.ParseProfile(string(c.Profile)); err != nil {
		return usagef("%v", err)
	}
	if _, err := c.settings(); err != nil {
		return usagef("%v", err)
	}
	return nil
}

func (c Cell) validateSource() error {
	if err := oneOf("source", c.Source, Memory, HTTP, Cluster); err != nil {
		return err
	}
	if c.SourceURL != "" && c.Source != HTTP {
		return usagef("a source URL needs source http, not %q", c.Source)
	}
	if c.Kubeconfig != "" && c.Source != Cluster {
		return usagef("a kubeconfig needs source cluster, not %q", c.Source)
	}
	return nil
}

// The highest values keep a slip of the finger from filling the machine: a million
// events a second is one each microsecond, which no clock here tells apart.
func (c Cell) validateNumbers() error {
	fewest := 1
	if c.replays() {
		fewest = 0 // not known before the trace is read
	}
	for _, n := range []struct {
		name            string
		have, low, high int
	}{
		{"objects", c.Objects, fewest, workload.MaxObjects}, {"readers", c.Readers, 1, 1000}, {"rate", c.Rate, 1, 1_000_000},
		{"handlers", c.Handlers, 1, 10_000}, {"events", c.Events, 0, 100_000_000},
	} {
		if n.have < n.low || n.have > n.high {
			return usagef("%s is %d: it must lie between %d and %d", n.name, n.have, n.low, n.high)
		}
	}
	if strings.Trim(c.Repeat, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return usagef("repeat is %q: use lower-case letters and digits, for it stands in the names of results", c.Repeat)
	}
	if c.Phase < 0 {
		return usagef("phase is %v: it must not be negative", c.Phase)
	}
	return nil
}

func (c Cell) validateMeasures() error {
	for _, m := range c.Measures {
		if err := oneOf("measure with "+c.sourceName(), m, c.allowedMeasures()...); err != nil {
			return err
		}
	}
	return nil
}

// sourceName says what decides which measures there are.
func (c Cell) sourceName() string {
	if c.atMax() {
		return "a trace at full speed, where nothing is due at a time"
	}
	return "source " + string(c.Source)
}

func oneOf[T ~string](what string, have T, allowed ...T) error {
	if slices.Contains(allowed, have) {
		return nil
	}
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = string(a)
	}
	return usagef("unknown %s %q: allowed are %s", what, string(have), strings.Join(names, ", "))
}
