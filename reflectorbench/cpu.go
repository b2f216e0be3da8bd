package reflectorbench

import (
	"os"
	"strings"
)

// cpuModel names the processor as package testing does in the results of a suite, so
// that these and a pipeline's are seen to be from one machine: the processor's own
// words if it has any, or else the kernel's, which may differ in a virtual machine. The
// spaces behind some names stay, as they do there: tools compare the whole line.
func cpuModel() string {
	if name := strings.TrimLeft(cpuBrand(), " "); name != "" {
		return name
	}
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(data)) {
		if key, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(model)
		}
	}
	return "unknown"
}
