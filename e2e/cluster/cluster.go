package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"k8s.io/client-go/rest"
)

// Options say how a cluster is started. Dir must be set.
type Options struct {
	// Dir is a folder that exists, for data, credentials and logs; t.TempDir() will do.
	Dir string
	// APIServerFlags come behind the flags of this package, so that they win.
	APIServerFlags []string
	// Progress hears of the building of the servers; nil discards it.
	Progress io.Writer
}

// Cluster is an etcd and a kube-apiserver. Its methods are safe for concurrent use; of KillAPIServer,
// StartAPIServer and Stop only one may run at a time.
type Cluster struct {
	options     Options
	bin         string
	credentials *credentials
	etcdAddress string
	address     string
	etcd        *Program

	mu        sync.Mutex // guards apiServer: logs are read while it is started again
	apiServer *Program
}

const (
	attempts     = 3               // to find free ports
	startTime    = 3 * time.Minute // far more than it takes; the machine may be busy
	stopPatience = 30 * time.Second
)

// Start builds the servers if need be, starts them and waits until the API server is ready.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	bin, err := Build(ctx, o.Progress)
	if err != nil {
		return nil, err
	}
	credentials, err := newCredentials(o.Dir)
	if err != nil {
		return nil, err
	}
	var failed error
	for range attempts {
		c := &Cluster{options: o, bin: bin, credentials: credentials}
		err := c.start(ctx)
		if err == nil {
			return c, nil
		}
		failed = errors.Join(failed, err, c.Stop())
	}
	return nil, failed
}

func (c *Cluster) start(ctx context.Context) error {
	addresses, err := freeAddresses(2)
	if err != nil {
		return err
	}
	c.etcdAddress, c.address = addresses[0], addresses[1]
	if err := c.startEtcd(ctx); err != nil {
		return err
	}
	if err := c.StartAPIServer(ctx); err != nil {
		return err
	}
	return c.credentials.writeKubeconfig(c.Kubeconfig(), c.address)
}

// Address is where the API server listens: 127.0.0.1 and a port, always the same.
func (c *Cluster) Address() string { return c.address }

// Config is for a client of the API server that may do everything and is not limited. The caller may change it.
func (c *Cluster) Config() *rest.Config { return c.ConfigAt(c.address) }

// ConfigAt is Config for an address where the API server is reached through a proxy on 127.0.0.1.
func (c *Cluster) ConfigAt(address string) *rest.Config { return c.credentials.config(address) }

// Kubeconfig is a file with the same.
func (c *Cluster) Kubeconfig() string { return filepath.Join(c.options.Dir, "kubeconfig") }

// Logs returns the last lines of what the servers said.
func (c *Cluster) Logs() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	logs := ""
	for _, p := range []*Program{c.etcd, c.apiServer} {
		if p != nil {
			logs += fmt.Sprintf("--- %s\n%s\n", p.name, p.Tail())
		}
	}
	return logs
}

// Stop ends the servers. Their files stay.
func (c *Cluster) Stop() error {
	var errs []error
	if p := c.running(); p != nil {
		errs = append(errs, p.Stop(stopPatience))
	}
	if c.etcd != nil {
		errs = append(errs, c.etcd.Stop(stopPatience))
	}
	return errors.Join(errs...)
}
