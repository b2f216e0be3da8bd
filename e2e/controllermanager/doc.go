// Package controllermanager proves that a large program which knows nothing of us runs on a store of ours: Kubernetes' own
// kube-controller-manager, its source unchanged, built with adopt/overlay and run against a real etcd and kube-apiserver.
//
//	go test -v -timeout=0 ./controllermanager                # a Deployment, its ReplicaSet, its Pods
//	go test -v -timeout=0 ./controllermanager -args -all     # all controllers, compared with client-go's store
//
// Building it the first time compiles client-go and all that depends on it once more, which takes two cores some
// minutes. It is kept in the user's cache folder.
package controllermanager
