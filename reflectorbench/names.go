package reflectorbench

import (
	"fmt"
	"runtime"
	"strings"

	"informerbench/workload/replay"
)

// param is one key=value of a result's name.
type param struct{ key, value string }

func intParam(key string, n int) param { return param{key, fmt.Sprint(n)} }

// params names the cell; what only some measures depend on is added by those.
func (c Cell) params() []param {
	params := []param{{"informer", string(c.Informer)}, {"store", c.Store}, {"queue", string(c.Queue)}}
	profile := string(c.Profile)
	switch {
	case c.replays():
		params, profile = append(params, c.Replaying.params()...), "recorded"
	case c.Settings != "":
		params = append(params, param{"mix", string(c.Mix)}, param{"settings", replay.Name(c.Settings)})
	default:
		params = append(params, param{"mix", string(c.Mix)})
	}
	params = append(params, param{"profile", profile})
	if c.Objects > 0 { // those of a trace are not known before it is read
		params = append(params, intParam("objects", c.Objects))
	}
	if c.Namespaces > 0 {
		params = append(params, intParam("namespaces", c.Namespaces))
	}
	params = append(params, param{"list", string(c.List)}, param{"source", string(c.Source)})
	if c.Repeat != "" {
		params = append(params, param{"repeat", c.Repeat})
	}
	return params
}

// rateParam is the rate of the open loop; that of a trace is what was recorded.
func (c Cell) rateParam() param {
	if c.replays() {
		return param{"rate", "recorded"}
	}
	return intParam("rate", c.Rate)
}

// Name returns the cell as key=value pairs separated by slashes, as in the names of
// its results.
func (c Cell) Name() string { return joinParams(c.params()) }

func joinParams(params []param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.key + "=" + p.value
	}
	return strings.Join(parts, "/")
}

// resultName is the full name of a result: measure, cell, the measure's own
// parameters, and GOMAXPROCS as package testing appends it (nothing for 1).
func resultName(measure string, c Cell, extra []param) string {
	name := measure + "/" + joinParams(append(c.params(), extra...))
	if procs := runtime.GOMAXPROCS(0); procs > 1 {
		name += fmt.Sprintf("-%d", procs)
	}
	return name
}
