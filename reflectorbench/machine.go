package reflectorbench

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// machineConfig describes machine, runtime and run as configuration lines, under the
// names that package testing uses where it has them.
func machineConfig(c Cell) []benchfmt.Config {
	var config []benchfmt.Config
	for _, p := range append(machine(c.Commit),
		param{"seed", strconv.FormatUint(c.Seed, 10)},
		param{"source", sourceDescription(c)},
		param{"list", string(c.List)},
	) {
		config = append(config, benchfmt.Config{Key: p.key, Value: []byte(p.value), File: true})
	}
	return config
}

func machine(commit string) []param {
	return []param{
		{"goos", runtime.GOOS}, {"goarch", runtime.GOARCH}, {"cpu", cpuModel()}, {"kernel", kernelRelease()},
		{"go", runtime.Version()}, {"gomaxprocs", strconv.Itoa(runtime.GOMAXPROCS(0))},
		{"gogc", gcPercent()}, {"gomemlimit", memoryLimit()}, {"client-go", clientGoVersion()}, {"commit", orBuildCommit(commit)},
	}
}

// MachineText describes machine, runtime and commit (empty: what the build recorded), one
// "key: value" a line, in the words of the configuration lines of results.
func MachineText(commit string) string {
	var text strings.Builder
	for _, p := range machine(commit) {
		fmt.Fprintf(&text, "%s: %s\n", p.key, p.value)
	}
	return text.String()
}

// sourceDescription tells whether the source shares the measured process.
func sourceDescription(c Cell) string {
	if c.Source == HTTP && c.SourceURL == "" && c.ServerExe == "" {
		return "http, server in the measuring process"
	}
	return string(c.Source)
}

func kernelRelease() string {
	data, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(data))
}

func gcPercent() string {
	percent := readMetric("/gc/gogc:percent").Uint64()
	if percent == math.MaxUint64 {
		return "off"
	}
	return strconv.FormatUint(percent, 10)
}

func memoryLimit() string {
	limit := readMetric("/gc/gomemlimit:bytes").Uint64()
	if limit == math.MaxInt64 {
		return "off"
	}
	return strconv.FormatUint(limit, 10)
}

func readMetric(name string) metrics.Value {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value
}

// orBuildCommit returns commit or, if that is empty, what the build recorded, marked when
// the tree had changes. A test binary and a build outside a checkout record none.
func orBuildCommit(commit string) string {
	if commit != "" {
		return commit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if settings["vcs.revision"] == "" {
		return "unknown"
	}
	if settings["vcs.modified"] == "true" {
		return fmt.Sprintf("%s with changes", settings["vcs.revision"])
	}
	return settings["vcs.revision"]
}
