package page

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
)

// machine is where results come from, and what else their files say.
type machine struct {
	Facts  []pairText // one value each, or all values that occurred
	values map[string][]string
	order  []string
}

type pairText struct{ Key, Value string }

// machineID is equal for results that may be compared: of one machine, with one setting,
// of one commit. GOMAXPROCS is no part of it, since names have it and charts show how
// results scale with it. Files may be compared to compare commits.
func machineID(r *benchfmt.Result, suite string) string {
	keys := append(report.MachineKeys(), "node", "machine")
	if suite != fileSuite {
		keys = append(keys, "commit")
	}
	var id []string
	for _, key := range keys {
		if key != "gomaxprocs" {
			id = append(id, strings.TrimSpace(r.GetConfig(key)))
		}
	}
	return strings.Join(id, "\x00")
}

// add notes the configuration of a result.
func (m *machine) add(r *benchfmt.Result) {
	if m.values == nil {
		m.values = map[string][]string{}
	}
	for _, c := range r.Config {
		if !c.File {
			continue
		}
		value := strings.TrimSpace(visible(string(c.Value)))
		key := visible(c.Key)
		if m.values[key] == nil {
			m.order = append(m.order, key)
		}
		if !slices.Contains(m.values[key], value) {
			m.values[key] = append(m.values[key], value)
		}
	}
}

func (m *machine) finish() {
	for _, key := range m.order {
		m.Facts = append(m.Facts, pairText{key, strings.Join(m.values[key], ", ")})
	}
}

// tellApart names for each suite what its machine, settings or commit differ in from the
// others'; the names are empty where all are the same.
func tellApart(suites []*suite) []string {
	out := make([]string, len(suites))
	for _, key := range append(report.MachineKeys(), "node", "machine", "commit") {
		if key == "gomaxprocs" || !slices.ContainsFunc(suites, func(s *suite) bool { return s.machine.value(key) != suites[0].machine.value(key) }) {
			continue
		}
		for i, s := range suites {
			value := s.machine.value(key)
			if value == "" {
				value = "not noted"
			}
			out[i] = strings.TrimPrefix(out[i]+", "+key+" "+value, ", ")
		}
	}
	return out
}

func (m *machine) value(key string) string { return strings.Join(m.values[key], ", ") }
