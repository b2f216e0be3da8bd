package merge

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Options loosen what Merge insists on.
type Options struct {
	// Partial lets shards be missing; they are warnings then.
	Partial bool
	// Allow names settings that may differ, such as commit.
	Allow []string
}

// settings must be alike in all results: they are of the measured program, not of its machine.
var settings = []string{"commit", "go", "gogc", "gomemlimit", "client-go"}

// Settings lists what Options.Allow may name.
func Settings() []string { return slices.Clone(settings) }

// Merged is what Merge made of the blocks.
type Merged struct {
	Text     []byte // benchmark text
	Parts    []Part
	Warnings []string
}

// Part is one block and where it is from.
type Part struct {
	Shard   Shard // Of is 0 if it is no shard
	File    string
	Machine string // in words; of files that were merged before, how many
	Results int
}

// Merge joins blocks in the order of labels and shards. Each result keeps the configuration that it was
// measured under; shards with a label get it as the configuration "run".
func Merge(blocks []*Block, o Options) (*Merged, error) {
	for _, key := range o.Allow {
		if !slices.Contains(settings, key) {
			return nil, fmt.Errorf("unknown setting %q: allowed are %s", key, strings.Join(settings, ", "))
		}
	}
	blocks = slices.Clone(blocks)
	slices.SortStableFunc(blocks, func(a, b *Block) int {
		if c := strings.Compare(a.Label, b.Label); c != 0 {
			return c
		}
		return a.Index - b.Index
	})
	m := &Merged{}
	for _, check := range []func([]*Block, Options) ([]string, error){checkShards, checkWhole, checkSettings, checkMixing} {
		warnings, err := check(blocks, o)
		if err != nil {
			return nil, err
		}
		m.Warnings = append(m.Warnings, warnings...)
	}
	m.Text = join(blocks)
	for _, b := range blocks {
		m.Parts = append(m.Parts, Part{b.Shard, b.File, b.machine(), len(b.results)})
	}
	return m, nil
}

// checkSettings: results of two builds must not be taken for one.
func checkSettings(blocks []*Block, o Options) ([]string, error) {
	var warnings []string
	for _, key := range settings {
		seen := map[string]string{} // value to the place where it is first
		var values []string
		for _, b := range blocks {
			for _, r := range b.results {
				value := r.GetConfig(key)
				if _, ok := seen[value]; !ok {
					seen[value] = b.place(r)
					values = append(values, value)
				}
			}
		}
		if len(values) < 2 {
			continue
		}
		text := fmt.Sprintf("%s differs: %s", key, describe(values, seen))
		if !slices.Contains(o.Allow, key) {
			return nil, fmt.Errorf("%s; measure with one build and the same settings, or allow it with --allow=%s", text, key)
		}
		warnings = append(warnings, text)
	}
	return warnings, nil
}

func describe(values []string, place map[string]string) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, fmt.Sprintf("%q (%s)", v, place[v]))
	}
	return strings.Join(parts, ", ")
}

// machineKeys are the configuration that makes a machine.
var machineKeys = []string{"goos", "goarch", "cpu", "kernel", "gomaxprocs"}

func machineOf(r *benchfmt.Result) string {
	var parts []string
	for _, key := range machineKeys {
		if v := strings.TrimSpace(r.GetConfig(key)); v != "" {
			parts = append(parts, key+"="+v)
		}
	}
	return strings.Join(parts, " ")
}

// checkMixing: two machines may call themselves the same, and their rounds must not become one
// sample. What two blocks have both measured under the same configuration is therefore refused.
func checkMixing(blocks []*Block, _ Options) ([]string, error) {
	type cell struct{ run, machine, name string }
	from := map[cell]*Block{}
	for _, b := range blocks {
		for _, r := range b.results {
			c := cell{b.Label, machineOf(r), string(r.Name)}
			switch other := from[c]; {
			case other == nil:
				from[c] = b
			case other != b:
				return nil, fmt.Errorf("%s: %s is also in %s, from a machine of the same description: rounds of two machines would be mixed; "+
					"measure each run with a --label of its own", b.place(r), r.Name, other.name())
			}
		}
	}
	return nil, nil
}
