// Package cluster builds etcd and kube-apiserver, and starts them on loopback for a test:
//
//	c, err := cluster.Start(ctx, cluster.Options{Dir: t.TempDir()})
//	...
//	defer c.Stop()
//	client, err := kubernetes.NewForConfig(c.Config())
//
// There is no kubelet, no scheduler and no controller: what a test writes stays as it is. Pods need
// no service account. etcd does not wait for the disk, nothing limits the rate of requests, and
// ConfigMaps have no watch cache in the server, so that one kind is read from etcd itself, pages
// and compacted versions included. The server can be killed and started again over the same
// data ([Cluster.KillAPIServer], [Cluster.StartAPIServer]), and old versions compacted away
// ([Cluster.Compact]).
package cluster
