package workload

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// Event is one change of a cluster, as a watch would deliver it. The object is
// complete and immutable: a deleted object carries the resource version of its
// deletion, as the API server sends it.
type Event struct {
	Resource Resource
	Type     watch.EventType // Added, Modified or Deleted
	Object   runtime.Object
}
