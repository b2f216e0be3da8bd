package e2e_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// From a real cluster to an answer: record it, replay the recording through every store, describe it, and ask what to use.
func TestRecordedClusterEndsInARecommendation(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c.Config(), "advised")
	createMany(t, c.Config(), pods, namespace, 1000)
	w := newWriter(t, c, pods, []string{namespace}, rand.New(rand.NewPCG(7, 7)))
	stop := writers{w}.start(t)
	defer stop()

	program, dir := buildBenchgen(t), t.TempDir()
	recording := filepath.Join(dir, "prod.trace")
	runProgram(t, program, "record", "--kubeconfig="+c.Kubeconfig(), "--resource=pods", "--namespace="+namespace, "--for=10s", "--out="+recording)
	stop()
	if text := runProgram(t, program, "trace", "export", recording); strings.Contains(text, namespace) {
		t.Errorf("the namespace %s is in the recording", namespace)
	}

	var results strings.Builder
	for store := range strings.FieldsSeq(runProgram(t, program, "stores", "--names")) {
		text := runProgram(t, program, "run", "--trace="+recording, "--speed=max", "--store="+store, "--measures=sync,heap,throughput")
		wantUnits(t, text, map[string][]string{"Sync": {"objects/s"}, "Heap": {"heap-B/object"}, "Throughput": {"events/s"}})
		results.WriteString(text)
	}
	measured, described := filepath.Join(dir, "results.txt"), filepath.Join(dir, "fit.json")
	must(t, os.WriteFile(measured, []byte(results.String()), 0o644))
	must(t, os.WriteFile(described, []byte(runProgram(t, program, "fit", "--format=json", recording)), 0o644))
	advice := runProgram(t, program, "recommend", "--fit="+described, measured)
	t.Log(advice)
	if !strings.HasPrefix(advice, "Recommended: ") {
		t.Error("that is no recommendation")
	}
}
