package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	clientv3 "go.etcd.io/etcd/client/v3"
)

func (c *Cluster) startEtcd(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	data := filepath.Join(c.options.Dir, "etcd")
	if err := os.RemoveAll(data); err != nil { // of a failed attempt
		return err
	}
	url := "http://" + c.etcdAddress
	etcd, err := Run(filepath.Join(c.options.Dir, "etcd.log"), filepath.Join(c.bin, "etcd"),
		"--data-dir="+data, "--unsafe-no-fsync", "--log-level=warn",
		"--listen-client-urls="+url, "--advertise-client-urls="+url, "--listen-peer-urls=http://"+loopback+":0")
	if err != nil {
		return err
	}
	c.etcd = etcd
	return etcd.await(ctx, func(ctx context.Context) error { return answers(ctx, nil, url+"/health") })
}

// Compact forgets every version but the present one, which it returns: who has read an older one and
// asks etcd for what followed, or for the next page, is told that it has expired. The API
// server's watch caches keep what they hold.
func (c *Cluster) Compact(ctx context.Context) (int64, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{"http://" + c.etcdAddress}, Context: ctx})
	if err != nil {
		return 0, fmt.Errorf("etcd: %w", err)
	}
	defer client.Close()
	now, err := client.Get(ctx, "/") // every answer tells the present revision
	if err != nil {
		return 0, fmt.Errorf("etcd: %w", err)
	}
	revision := now.Header.Revision
	if _, err := client.Compact(ctx, revision, clientv3.WithCompactPhysical()); err != nil {
		return 0, fmt.Errorf("etcd: compacting up to %d: %w", revision, err)
	}
	return revision, nil
}
