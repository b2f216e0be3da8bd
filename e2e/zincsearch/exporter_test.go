package zincsearch_test

import (
	"strings"
	"syscall"
	"testing"

	"k8s.io/apimachinery/pkg/watch"
)

// startExporter starts one; of a flag that comes twice the last counts.
func startExporter(t *testing.T, c *cluster, g *gate, more ...string) *process {
	t.Helper()
	return start(t, t.TempDir(), nil, programFile(t, "eventexporter"), append([]string{"--kubeconfig=" + c.kubeconfig, "--elasticsearch=" + g.url,
		"--index=" + index, "--batch=50", "--every=10ms", "--retry-first=5ms", "--retry-most=50ms", "--progress=20ms"}, more...)...)
}

// The exporter is killed half-way, with requests on their way that the server takes all the same, and started again:
// each version of each Event is in the index, once, and still is when the server has been restarted.
func TestEachVersionIsInTheIndexOnceAfterTheExporterWasKilled(t *testing.T) {
	data := t.TempDir()
	server := startServer(t, data)
	cluster := serveCluster(t, 2000)
	gate := serveGate(t, server.url, 20)

	// Its requests wait until they are full, however slowly the Events come: that is how many are taken.
	first := startExporter(t, cluster, gate, "--every=1h")
	gate.when(t, "both workers wait at the gate", func() bool { return gate.held == 2 && len(gate.taken) == 20*50 })
	_ = first.stop(syscall.SIGKILL)
	gate.release()
	gate.when(t, "the server has what nobody waits for any more", func() bool { return len(gate.taken) == 22*50 })

	cluster.create(100)
	gate.mu.Lock()
	gate.every = 5 // from now on the way is busy at times
	gate.mu.Unlock()
	second := startExporter(t, cluster, gate)
	gate.takes(t, cluster.versions)
	cluster.recur(200)
	gate.takes(t, cluster.versions)
	if err := second.stop(syscall.SIGTERM); err != nil {
		t.Errorf("the exporter ends with %v", err)
	}
	if text := second.Text(); !strings.Contains(text, "read 2300, ") || !strings.Contains(text, "rejected 0, ") || !strings.Contains(text, "left 0\n") {
		t.Errorf("the second run printed\n%s", text)
	}

	server.holds(cluster.versions)
	if err := server.stop(syscall.SIGTERM); err != nil {
		t.Errorf("ZincSearch ends with %v", err)
	}
	startServer(t, data).holds(cluster.versions)
}

// ZincSearch stops a request at a document that is too large for it. That one is rejected, and all others are exported.
func TestADocumentThatTheServerRefusesHoldsUpNoOther(t *testing.T) {
	server := startServer(t, t.TempDir(), "ZINC_MAX_DOCUMENT_SIZE=20k")
	cluster := serveCluster(t, 300)
	gate := serveGate(t, server.url, 1<<30)
	good := cluster.versions
	large := cluster.events()[150].DeepCopy()
	delete(good, documentID(large))
	large.Message = strings.Repeat("too large ", 3000)
	cluster.do(watch.Modified, large)

	exporter := startExporter(t, cluster, gate)
	gate.takes(t, good)
	exporter.waitFor("rejected 1, ")
	if err := exporter.stop(syscall.SIGTERM); err != nil {
		t.Errorf("the exporter ends with %v", err)
	}
	if text := exporter.Text(); !strings.Contains(text, "left 0\n") || !strings.Contains(text, "token too long") {
		t.Errorf("it printed\n%s", shortened(text))
	}
	server.holds(good)
}
