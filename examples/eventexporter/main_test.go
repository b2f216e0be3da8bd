package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/examples/internal/exampletest"
	"informerbench/workload"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(closing{m}) }

// closing are the tests, and after them the end of connections that client-go and the Elasticsearch client share with nobody
// but keep for a while. (A goleak.Cleanup would have to pass on the exit code, and comes after the search for leaks.)
type closing struct{ *testing.M }

func (c closing) Run() int {
	code := c.M.Run()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	return code
}

func hangAfter() <-chan time.Time { return time.After(30 * time.Second) }

func start(t *testing.T, cluster *exampletest.Cluster, server *fake, more ...string) *exampletest.Running {
	return exampletest.Start(t, run, append([]string{"--kubeconfig=" + cluster.Kubeconfig, "--elasticsearch=" + server.url,
		"--index=events", "--every=10ms", "--batch=20", "--retry-first=1ms", "--retry-most=5ms"}, more...)...)
}

// ids are the document IDs of the versions that the cluster has now.
func ids(cluster *exampletest.Cluster) map[string]bool {
	all := map[string]bool{}
	for _, o := range cluster.Objects(workload.Events) {
		e := o.(*corev1.Event)
		all[string(e.UID)+"."+e.ResourceVersion] = true
	}
	return all
}

// recur lets n Events happen again: each gets a new version.
func recur(t *testing.T, cluster *exampletest.Cluster, n int) {
	t.Helper()
	for _, o := range cluster.Objects(workload.Events) {
		if n--; n < 0 {
			return
		}
		e := o.(*corev1.Event).DeepCopy()
		e.ResourceVersion = ""
		e.Count++
		cluster.Do(t, watch.Modified, workload.Events, e)
	}
}

// holds waits until exactly these documents are stored.
func holds(t *testing.T, server *fake, want ...map[string]bool) {
	t.Helper()
	all := map[string]bool{}
	for _, some := range want {
		for id := range some {
			all[id] = true
		}
	}
	server.when(t, "every version is stored", func() bool {
		for id := range all {
			if server.stored[id] == nil {
				return false
			}
		}
		return true
	})
	server.set(func() {
		for id := range server.stored {
			if !all[id] {
				t.Errorf("document %s is of no version that there was", id)
			}
		}
	})
}

func TestEachVersionIsExportedOnce(t *testing.T) {
	cluster, server := exampletest.Serve(t, 200), serveFake(t)
	listed := ids(cluster)
	example := start(t, cluster, server)
	holds(t, server, listed)
	recur(t, cluster, 50)
	holds(t, server, listed, ids(cluster))
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	if text := example.Text(); !strings.Contains(text, "read 250, created 250, already there 0, rejected 0, retried 0, left 0\n") {
		t.Errorf("it printed\n%s", text)
	}
	for id, d := range server.stored {
		if d["uid"].(string)+"."+d["resourceVersion"].(string) != id || d["@timestamp"] == "" || d["object"].(map[string]any)["kind"] != "Pod" {
			t.Fatalf("document %s is %v", id, d)
		}
	}
	if server.largest > 20 {
		t.Errorf("a request has %d documents, want at most 20", server.largest)
	}
}

func TestRefusalsAreRetriedDocumentByDocument(t *testing.T) {
	cluster, server := exampletest.Serve(t, 200), serveFake(t)
	listed := ids(cluster)
	poison := map[string]bool{}
	for id := range listed {
		if len(poison) < 3 {
			poison[id] = true
		}
	}
	server.request = func(n, _ int) int {
		return []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusOK, http.StatusOK}[n%4]
	}
	server.item = func(id string, attempt int) int {
		switch {
		case poison[id]:
			return http.StatusBadRequest
		case attempt == 1 && id[0]%2 == 0:
			return http.StatusTooManyRequests
		case attempt <= 2 && id[0]%3 == 0:
			return http.StatusInternalServerError
		}
		return http.StatusCreated
	}
	example := start(t, cluster, server)
	good := map[string]bool{}
	for id := range listed {
		if !poison[id] {
			good[id] = true
		}
	}
	holds(t, server, good)
	server.when(t, "poison was tried", func() bool {
		for id := range poison {
			if server.attempts[id] == 0 {
				return false
			}
		}
		return true
	})
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	if text := example.Text(); !strings.Contains(text, "created 197, already there 0, rejected 3, ") || !strings.Contains(text, "left 0\n") {
		t.Errorf("it printed\n%s", text)
	}
	for id := range poison {
		if server.attempts[id] != 1 {
			t.Errorf("a poison document was sent %d times", server.attempts[id])
		}
	}
}

func TestARequestThatIsTooLargeIsDivided(t *testing.T) {
	cluster, server := exampletest.Serve(t, 60), serveFake(t)
	// The server takes at most three documents at a time.
	server.request = func(_, documents int) int {
		if documents > 3 {
			return http.StatusRequestEntityTooLarge
		}
		return http.StatusOK
	}
	example := start(t, cluster, server)
	holds(t, server, ids(cluster))
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
}
