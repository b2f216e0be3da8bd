package report

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// MachineKeys are the configuration keys that results must agree in to be compared: machine and runtime, and
// the label of a run on one of several machines that are described alike.
func MachineKeys() []string {
	return []string{"cpu", "kernel", "goos", "goarch", "go", "gomaxprocs", "gogc", "gomemlimit", "run"}
}

// commitKey is the measured code's. It counts as one of the machine's, unless columns compare commits.
const commitKey = "commit"

// Machine is what some results were measured on.
type Machine struct {
	Config  []string // "key: value", of the keys of [MachineKeys] that the results have
	Results []*benchfmt.Result
}

// String is the configuration in one line.
func (m Machine) String() string { return strings.Join(m.Config, ", ") }

// Machines groups the results by machine, in the order of their first result.
func (in *Input) Machines() []Machine {
	var all []Machine
	at := map[string]int{}
	for _, r := range in.Results {
		config := configOf(r, MachineKeys())
		key := strings.Join(config, "\n")
		i, known := at[key]
		if !known {
			i = len(all)
			at[key] = i
			all = append(all, Machine{Config: config})
		}
		all[i].Results = append(all[i].Results, r)
	}
	return all
}

func configOf(r *benchfmt.Result, keys []string) []string {
	var config []string
	for _, key := range keys {
		if v := r.GetConfig(key); v != "" {
			config = append(config, key+": "+v)
		}
	}
	return config
}

// machineKeysBut are the keys by which results are kept apart: all that no projection names. Who names
// one, such as two versions of Go in columns, wants to compare it. A group such as .config names none.
func machineKeysBut(named ...*benchproc.Projection) []string {
	return slices.DeleteFunc(append(MachineKeys(), commitKey), func(key string) bool {
		return slices.ContainsFunc(named, func(p *benchproc.Projection) bool {
			return slices.ContainsFunc(p.Fields(), func(f *benchproc.Field) bool { return f.Name == key })
		})
	})
}

// comparesCommits lets files of different commits be compared when the columns are files; within one
// column, and across columns of anything else, different commits stay apart.
func (o *Options) comparesCommits() error {
	filter, err := benchproc.NewFilter("*")
	if err != nil {
		return err
	}
	col, err := new(benchproc.ProjectionParser).Parse(o.Col, filter)
	if err != nil {
		return fmt.Errorf("col projection %q: %w", o.Col, err)
	}
	files := slices.ContainsFunc(col.Fields(), func(f *benchproc.Field) bool { return f.Name == ".file" })
	if files && slices.Contains(machineKeysBut(col), commitKey) {
		o.Ignore = strings.TrimPrefix(o.Ignore+","+commitKey, ",")
	}
	return nil
}

// machines keeps the results of one comparison apart by machine.
type machines struct {
	keys    []string
	configs []map[string]string // of each machine, in the order of their first result
	at      map[string]int
}

// of returns the number of the result's machine.
func (m *machines) of(r *benchfmt.Result) int {
	key := strings.Join(configOf(r, m.keys), "\n")
	i, known := m.at[key]
	if !known {
		if m.at == nil {
			m.at = map[string]int{}
		}
		i = len(m.configs)
		m.at[key] = i
		config := map[string]string{}
		for _, k := range m.keys {
			config[k] = r.GetConfig(k)
		}
		m.configs = append(m.configs, config)
	}
	return i
}

// label tells machine i from the others: the settings in which not all agree. It is empty for the only one.
func (m *machines) label(i int) string {
	var parts []string
	for _, k := range m.keys {
		if slices.ContainsFunc(m.configs, func(c map[string]string) bool { return c[k] != m.configs[0][k] }) {
			value := m.configs[i][k]
			if value == "" {
				value = "(not noted)"
			}
			parts = append(parts, k+": "+value)
		}
	}
	return strings.Join(parts, ", ")
}

// warning says that there is more than one.
func (m *machines) warning() (text string) {
	if len(m.configs) < 2 {
		return ""
	}
	text = fmt.Sprintf("results of %d machines, settings or commits are not compared with each other:", len(m.configs))
	for i := range m.configs {
		text += fmt.Sprintf(" (%d) %s", i+1, m.label(i))
	}
	return text
}
