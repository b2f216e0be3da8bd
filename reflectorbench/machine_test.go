package reflectorbench_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"informerbench/reflectorbench"
)

// BenchmarkNothing is there for the labels that package testing prints with it.
func BenchmarkNothing(b *testing.B) {
	for b.Loop() {
	}
}

// A suite's results and a pipeline's are from one machine, and must say so in the same
// words: package testing writes some of them, this package the others.
func TestMachineIsDescribedAsPackageTestingDescribesIt(t *testing.T) {
	out, err := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkNothing$", "-test.benchtime=1x").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ours := keys(reflectorbench.MachineText("abc"))
	for key, theirs := range keys(string(out)) {
		if got, known := ours[key]; known && got != theirs {
			t.Errorf("%s is %q here and %q there", key, got, theirs)
		}
	}
	if keys(string(out))["goos"] == "" {
		t.Errorf("package testing printed no labels: %s", out)
	}
}

// Also in a test binary, whose build information names no modules.
func TestVersionOfThePeerIsKnown(t *testing.T) {
	if got := keys(reflectorbench.MachineText(""))["client-go"]; !regexp.MustCompile(`^v0\.\d+\.\d+`).MatchString(got) {
		t.Errorf("client-go is %q", got)
	}
}

func keys(text string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(line, ": "); ok {
			found[key] = strings.TrimSuffix(value, "\n")
		}
	}
	return found
}
