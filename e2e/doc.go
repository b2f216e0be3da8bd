// Package e2e holds what is proven on the real thing: etcd, kube-apiserver and
// kube-controller-manager of the Kubernetes version that belongs to our client-go, built from
// the Go module proxy. It is a module of its own, because it requires all of Kubernetes.
//
//	make e2e                  # two minutes of faults
//	make e2e DURATION=30m     # the long form
//
// The servers are built once, which takes two cores about eight minutes, and are kept in the
// user's cache folder. The programs in servers/ are Kubernetes' own: their mains are repeated here,
// since Go builds a main package with the versions of the module that it lies in.
//
// The objects of testdata/equal have as many corners of the API as the server accepts together: informers that keep
// objects stripped, shared, decoded together or packed are held against the server with them, kind by kind.
//
// Package cluster starts them on loopback, package proxy stands between them and a client and
// breaks connections. Everything ends with the tests, also when those are killed (on Linux).
package e2e
