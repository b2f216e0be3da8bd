package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"informerbench/e2e/cluster"
)

// benchgen run --kubeconfig measures a cluster that others write to meanwhile, and finds that no object was lost.
func TestBenchgenMeasuresARealCluster(t *testing.T) {
	c := shared(t)
	const objects = 2000
	namespace := newNamespace(t, c.Config(), "measured")
	createMany(t, c.Config(), pods, namespace, objects)
	w := newWriter(t, c, pods, []string{namespace}, rand.New(rand.NewPCG(1, 1)))
	stop := writers{w}.start(t)
	defer stop()

	for _, list := range []string{"stream", "paged"} {
		t.Run(list, func(t *testing.T) {
			before := w.written.Load()
			out := runBenchgen(t, "run", "--store=mvcc", "--kubeconfig="+c.Kubeconfig(), "--list="+list, "--phase=1s", "--readers=2")
			if w.written.Load() == before {
				t.Error("nothing was written while it measured")
			}
			wantUnits(t, out, map[string][]string{
				"Sync": {"sec/op", "objects/s"}, "Heap": {"heap-B/object"}, "Read": {"reads/s"},
			})
		})
	}
}

// runBenchgen builds the command and runs it. What it measured is shown.
func runBenchgen(t *testing.T, args ...string) string {
	t.Helper()
	return runProgram(t, buildBenchgen(t), args...)
}

func buildBenchgen(t *testing.T) string {
	t.Helper()
	module, err := cluster.ModuleDir(t.Context())
	must(t, err)
	program := filepath.Join(t.TempDir(), "benchgen")
	build := exec.CommandContext(t.Context(), "go", "build", "-C", filepath.Dir(module), "-o", program, "./cmd/benchgen")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("benchgen does not build: %v\n%s", err, said)
	}
	return program
}

func runProgram(t *testing.T, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*patience) // a matrix is many runs
	defer cancel()
	var out, said bytes.Buffer
	run := exec.CommandContext(ctx, program, args...)
	run.Stdout, run.Stderr = &out, &said
	if err := run.Run(); err != nil {
		t.Fatalf("benchgen %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	return out.String()
}

// wantUnits reads Go benchmark text, and looks for units under the names of benchmarks.
func wantUnits(t *testing.T, text string, want map[string][]string) {
	t.Helper()
	found := map[string][]string{}
	reader := benchfmt.NewReader(strings.NewReader(text), "benchgen")
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Errorf("not Go benchmark text: %v", record)
		case *benchfmt.Result:
			name, _, _ := strings.Cut(string(record.Name), "/")
			for _, v := range record.Values {
				found[name] = append(found[name], v.Unit)
				if !(v.Value >= 0) {
					t.Errorf("%s is %v %s", name, v.Value, v.Unit)
				}
			}
			fmt.Println(firstValues(record))
		}
	}
	must(t, reader.Err())
	for name, units := range want {
		for _, unit := range units {
			if !slices.Contains(found[name], unit) {
				t.Errorf("%s has the units %q, want %s among them", name, found[name], unit)
			}
		}
	}
}

func firstValues(r *benchfmt.Result) string {
	line := string(r.Name)
	for _, v := range r.Values[:min(len(r.Values), 4)] {
		line += fmt.Sprintf(" %.4g %s", v.Value, v.Unit)
	}
	return line
}
