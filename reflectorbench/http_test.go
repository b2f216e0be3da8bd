package reflectorbench_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"informerbench/reflectorbench"
)

func TestSourceOverHTTPInThisProcess(t *testing.T) {
	c := tiny()
	c.Source = reflectorbench.HTTP
	for _, res := range run(t, c) {
		if string(res.Name.Base()) != "Heap" {
			continue
		}
		for _, unit := range []string{"heap-B/object", "object-B/object"} {
			if v, _ := res.Value(unit); v <= 0 {
				t.Errorf("%s is %v", unit, v)
			}
		}
	}
}

func TestSourceInAProcessOfItsOwn(t *testing.T) {
	t.Setenv(childEnv, "1")
	c := tiny()
	c.Measures = nil // all, also what the server does at the client's order
	c.Source = reflectorbench.HTTP
	c.ServerExe = os.Args[0]
	run(t, c)
}

func TestServerOfAnotherPopulationIsRefused(t *testing.T) {
	url := serve(t, tiny())
	c := tiny()
	c.Source, c.SourceURL, c.Seed = reflectorbench.HTTP, url, 2
	err := reflectorbench.Run(t.Context(), c, &bytes.Buffer{}, nil)
	var usage *reflectorbench.UsageError
	if !errors.As(err, &usage) {
		t.Errorf("error is %v, want one that names both populations", err)
	}
}

func TestUnreachableServerIsAnError(t *testing.T) {
	c := tiny()
	c.Source, c.SourceURL = reflectorbench.HTTP, "http://127.0.0.1:1"
	var out bytes.Buffer
	if err := reflectorbench.Run(t.Context(), c, &out, nil); err == nil || out.Len() > 0 {
		t.Errorf("error is %v, output %q", err, out.String())
	}
}

// serve runs a source server until the test ends.
func serve(t *testing.T, c reflectorbench.Cell) (url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- reflectorbench.ServeSource(ctx, c, nil, lineWriter(ready)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	return strings.TrimSpace(url)
}

type lineWriter chan string

func (w lineWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

func TestClusterWithoutConfigurationIsAnError(t *testing.T) {
	c := tiny()
	c.Source, c.Kubeconfig, c.Measures = reflectorbench.Cluster, "no-such-file", nil
	if err := reflectorbench.Run(t.Context(), c, &bytes.Buffer{}, nil); err == nil || !strings.Contains(err.Error(), "no-such-file") {
		t.Errorf("error is %v, want one that names the file", err)
	}
}

// A kubeconfig that points at our own server stands for a real cluster: list and watch only.
func TestClusterIsReadOnly(t *testing.T) {
	served := tiny()
	url := serve(t, served)
	kubeconfig := t.TempDir() + "/config"
	text := "apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: '" + url + "'}}]\n" +
		"contexts: [{name: x, context: {cluster: c}}]\ncurrent-context: x\n"
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := tiny()
	c.Source, c.Kubeconfig, c.Measures = reflectorbench.Cluster, kubeconfig, nil
	for _, res := range run(t, c) {
		if !strings.Contains(string(res.Name), "/objects=200/") || !strings.Contains(string(res.Name), "/source=cluster") {
			t.Errorf("name %s does not say what was found", res.Name)
		}
	}
	c.Measures = []reflectorbench.Measure{reflectorbench.MeasureThroughput}
	var usage *reflectorbench.UsageError
	if err := c.Validate(); !errors.As(err, &usage) {
		t.Errorf("throughput of a cluster: error is %v", err)
	}
}
