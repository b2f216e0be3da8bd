package zincsearch_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// cluster is what benchgen serve serves, inside the test.
type cluster struct {
	*source.Source
	t          *testing.T
	kubeconfig string
	versions   map[string]bool // document IDs of all versions of all Events so far
}

func serveCluster(t *testing.T, events int) *cluster {
	t.Helper()
	c := &cluster{t: t, Source: source.New(source.Options{}), versions: map[string]bool{}}
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: events, Profile: workload.Small, Resources: []workload.Resource{workload.Events}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Load(workload.Events, p.Objects(workload.Events)); err != nil {
		t.Fatal(err)
	}
	c.note()
	api := httptest.NewServer(apiserver.NewHandler(c.Source))
	t.Cleanup(func() {
		api.CloseClientConnections() // ends watches that a failed test left behind
		api.Close()
	})
	c.kubeconfig = filepath.Join(t.TempDir(), "kube.conf")
	if err := os.WriteFile(c.kubeconfig, apiserver.Kubeconfig(api.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	return c
}

// events are those there are.
func (c *cluster) events() (all []*corev1.Event) {
	for _, o := range c.Objects(workload.Events) {
		all = append(all, o.(*corev1.Event))
	}
	return all
}

func documentID(e *corev1.Event) string { return string(e.UID) + "." + e.ResourceVersion }

// note adds the versions that there are now.
func (c *cluster) note() {
	for _, e := range c.events() {
		c.versions[documentID(e)] = true
	}
}

func (c *cluster) do(kind watch.EventType, e *corev1.Event) {
	c.t.Helper()
	e.ResourceVersion = "" // the source gives it one
	if err := c.Apply(workload.Event{Resource: workload.Events, Type: kind, Object: e}); err != nil {
		c.t.Fatal(err)
	}
}

// create makes n new Events like those there are.
func (c *cluster) create(n int) {
	c.t.Helper()
	for i, like := range c.events()[:n] {
		e := like.DeepCopy()
		e.Name = fmt.Sprintf("created-%d", i)
		e.UID = types.UID(fmt.Sprintf("00000000-0000-4000-8000-%012d", i))
		c.do(watch.Added, e)
	}
	c.note()
}

// recur lets n Events happen again: each gets a new version.
func (c *cluster) recur(n int) {
	c.t.Helper()
	for _, like := range c.events()[:n] {
		e := like.DeepCopy()
		e.Count++
		c.do(watch.Modified, e)
	}
	c.note()
}
