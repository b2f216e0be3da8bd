package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"

	"k8s.io/client-go/rest"
)

// StartAPIServer starts the API server, after the start of the cluster or KillAPIServer, at the same
// address and over the same data, and waits until it is ready.
func (c *Cluster) StartAPIServer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	_, port, err := net.SplitHostPort(c.address)
	if err != nil {
		return err
	}
	flags := append([]string{
		"--etcd-servers=http://" + c.etcdAddress, "--etcd-compaction-interval=0",
		"--bind-address=" + loopback, "--advertise-address=" + loopback, "--secure-port=" + port,
		"--endpoint-reconciler-type=none", "--service-cluster-ip-range=10.0.0.0/24",
		"--disable-admission-plugins=ServiceAccount", "--watch-cache-sizes=configmaps#0",
		"--enable-priority-and-fairness=false", "--max-requests-inflight=5000", "--max-mutating-requests-inflight=5000",
		"--profiling=false",
	}, c.credentials.flags()...)
	p, err := Run(filepath.Join(c.options.Dir, "kube-apiserver.log"), filepath.Join(c.bin, "kube-apiserver"),
		append(flags, c.options.APIServerFlags...)...)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.apiServer = p
	c.mu.Unlock()
	return c.awaitReady(ctx, p)
}

func (c *Cluster) awaitReady(ctx context.Context, p *Program) error {
	config := c.Config()
	// A connection of one's own: those that clients share may still be to a server that was killed.
	config.Dial = (&net.Dialer{}).DialContext
	transport, err := rest.TransportFor(config)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: transport}
	defer client.CloseIdleConnections()
	return p.await(ctx, func(ctx context.Context) error { return answers(ctx, client, config.Host+"/readyz") })
}

// KillAPIServer ends the API server at once, as a crash does. Its port is then closed.
func (c *Cluster) KillAPIServer() {
	if p := c.running(); p != nil {
		p.Kill()
	}
}

func (c *Cluster) running() *Program {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.apiServer
}

// answers asks for a URL; anything but 200 is an error.
func answers(ctx context.Context, client *http.Client, url string) error {
	if client == nil {
		client = http.DefaultClient
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	said, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s: %q", url, response.Status, strings.TrimSpace(string(said)))
	}
	return nil
}
