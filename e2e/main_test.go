package e2e_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"informerbench/e2e/cluster"
)

var duration = flag.Duration("duration", 2*time.Minute, "how long the consistency run writes and breaks")

// sharedCluster serves all tests that do not break it. They keep apart by namespaces.
var sharedCluster struct {
	once sync.Once
	dir  string
	is   *cluster.Cluster
	err  error
}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if s := &sharedCluster; s.is != nil {
		if err := s.is.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	if err := os.RemoveAll(sharedCluster.dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// shared returns the cluster that tests have in common. What its servers said is shown when the test fails.
func shared(t *testing.T) *cluster.Cluster {
	t.Helper()
	s := &sharedCluster
	s.once.Do(func() {
		if s.dir, s.err = os.MkdirTemp("", "informerbench-e2e-"); s.err != nil {
			return
		}
		s.is, s.err = cluster.Start(context.Background(), cluster.Options{Dir: s.dir, Progress: os.Stderr})
	})
	if s.err != nil {
		t.Fatalf("no cluster: %v", s.err)
	}
	showLogs(t, s.is)
	return s.is
}

// own starts a cluster for one test, with flags for its API server.
func own(t *testing.T, flags ...string) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Start(t.Context(), cluster.Options{Dir: t.TempDir(), Progress: os.Stderr, APIServerFlags: flags})
	if err != nil {
		t.Fatalf("no cluster: %v", err)
	}
	t.Cleanup(func() { must(t, c.Stop()) })
	showLogs(t, c)
	return c
}

func showLogs(t *testing.T, c *cluster.Cluster) {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the servers said last:\n%s", c.Logs())
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
