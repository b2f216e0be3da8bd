package recommend

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Machine is where results are from: the configuration that must be alike for results
// to be used together. Cores are not part of it: they are an axis.
type Machine struct {
	CPU    string `json:"cpu"`
	OS     string `json:"os"`
	Kernel string `json:"kernel"`
	Go     string `json:"go"`
	GOGC   string `json:"gogc"`
	Limit  string `json:"gomemlimit"`
	// Run is the label of a run on nodes of a cluster; machines of two runs are two.
	Run string `json:"run,omitempty"`
	// Cores is the highest GOMAXPROCS.
	Cores float64 `json:"cores"`
}

// String names the machine in a line.
func (m Machine) String() string {
	run := ""
	if m.Run != "" {
		run = ", run " + m.Run
	}
	return fmt.Sprintf("%s, %s cores, %s, kernel %s, %s, GOGC=%s%s", known(m.CPU), plain(m.Cores), known(m.OS), known(m.Kernel), known(m.Go), known(m.GOGC), run)
}

func known(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// MachineOf reads the machine from the configuration of a result, all but the cores.
func MachineOf(r *benchfmt.Result) Machine {
	get := func(key string) string { return strings.TrimSpace(r.GetConfig(key)) }
	return Machine{
		CPU: get("cpu"), OS: strings.Trim(get("goos")+"/"+get("goarch"), "/"), Kernel: get("kernel"),
		Go: get("go"), GOGC: get("gogc"), Limit: get("gomemlimit"),
		Run: get("run"),
	}
}

// chooseMachine returns the results of the machine with the most of them; of equals, the first.
func (m *Model) chooseMachine(results []*benchfmt.Result) []*benchfmt.Result {
	of := map[Machine][]*benchfmt.Result{}
	var order []Machine
	for _, r := range results {
		machine := MachineOf(r)
		if of[machine] == nil {
			order = append(order, machine)
		}
		of[machine] = append(of[machine], r)
	}
	if len(order) == 0 {
		return nil
	}
	best := slices.MaxFunc(order, func(a, b Machine) int { return len(of[a]) - len(of[b]) })
	for _, machine := range order {
		cores := machine
		for _, r := range of[machine] {
			cores.Cores = math.Max(cores.Cores, parseName(r.Name).at[Cores])
		}
		if machine == best {
			m.Machine = cores
		} else {
			m.Others = append(m.Others, cores)
		}
	}
	return of[best]
}

// heapFactor is how large the heap grows over what is live: at GOGC=100, Go's default, twice.
func (m *Model) heapFactor() float64 {
	percent, err := strconv.ParseFloat(m.Machine.GOGC, 64)
	if err != nil {
		percent = 100
	}
	return 1 + percent/100
}
