// Package exampletest runs an example in a test: a cluster for it, what it prints, and
// its end.
package exampletest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// Cluster is what benchgen serve serves, inside the test.
type Cluster struct {
	*source.Source
	URL        string
	Kubeconfig string // a file
}

// Serve generates a population around that many Pods and serves it until the test ends.
// Each function wraps the handler: it can refuse or delay requests.
func Serve(t *testing.T, pods int, wrap ...func(http.Handler) http.Handler) *Cluster {
	t.Helper()
	c := &Cluster{Source: source.New(source.Options{})}
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: pods, Profile: workload.Small, Resources: workload.Resources()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range workload.Resources() {
		if err := c.Load(r, p.Objects(r)); err != nil {
			t.Fatal(err)
		}
	}
	handler := apiserver.NewHandler(c.Source)
	for _, w := range wrap {
		handler = w(handler)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // ends watches that a failed test left behind
		server.Close()
	})
	c.URL = server.URL
	c.Kubeconfig = filepath.Join(t.TempDir(), "kube.conf")
	if err := os.WriteFile(c.Kubeconfig, apiserver.Kubeconfig(server.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	return c
}

// Do makes something happen in the cluster.
func (c *Cluster) Do(t *testing.T, kind watch.EventType, r workload.Resource, o runtime.Object) {
	t.Helper()
	if err := c.Apply(workload.Event{Resource: r, Type: kind, Object: o}); err != nil {
		t.Fatal(err)
	}
}
