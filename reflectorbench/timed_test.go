package reflectorbench_test

import (
	"flag"
	"strings"
	"testing"

	"informerbench/reflectorbench"
)

// Profiling changes what it looks at, so it is a run of its own, which reports no measurements: there is no way
// to ask a measured run for a profile (golang/go#61015).
func TestAMeasuredRunCannotBeProfiled(t *testing.T) {
	c := reflectorbench.DefaultCell()
	fs := flag.NewFlagSet("cell", flag.ContinueOnError)
	reflectorbench.RegisterFlags(fs, &c)
	fs.VisitAll(func(f *flag.Flag) {
		// --profile is the size of the objects.
		if strings.Contains(f.Name, "prof") && f.Name != "profile" || strings.Contains(f.Usage, "pprof") {
			t.Errorf("--%s: %s", f.Name, f.Usage)
		}
	})
}
