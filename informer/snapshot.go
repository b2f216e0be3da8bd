package informer

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// Snapshot pins one committed state of an informer's store:
//
//	snapshot, err := informer.Snapshot(inf.GetIndexer())
//	...
//	defer snapshot.Close()
//
// While it is open it answers the same whatever the informer writes: lists, indexes
// and single objects agree with each other. It takes the indexer of any informer, and what
// GetStore returns; the error wraps [errors.ErrUnsupported] for client-go's own, and when
// the store that was chosen for ours has no snapshots.
func Snapshot(store cache.Store) (stores.Snapshot, error) {
	if s, ok := store.(interface {
		Snapshot() (stores.Snapshot, error)
	}); ok {
		return s.Snapshot()
	}
	return nil, fmt.Errorf("%T has no snapshots: %w", store, errors.ErrUnsupported)
}

// WaitForVersion returns nil once an informer's store has caught up with a resource
// version, such as the one that a write to the API server returned: the
// informer then shows one's own write.
//
//	updated, err := client.CoreV1().Pods(ns).Update(ctx, pod, metav1.UpdateOptions{})
//	...
//	err = informer.WaitForVersion(ctx, inf.GetIndexer(), updated.ResourceVersion)
//
// It is about the store; handlers hear of a change after it is stored. It needs the
// [InOrder] queue, which writes changes in the order of their versions. Behind a
// [DeltaFIFO], which writes them key by key, the store may name a version while an
// older change of another object is still queued.
//
// Errors are those of [stores.VersionWaiter], with [errors.ErrUnsupported] as Snapshot
// has. Give ctx a deadline: a version of another resource may never come.
func WaitForVersion(ctx context.Context, store cache.Store, resourceVersion string) error {
	if s, ok := store.(stores.VersionWaiter); ok {
		return s.WaitForVersion(ctx, resourceVersion)
	}
	return fmt.Errorf("%T cannot be waited for: %w", store, errors.ErrUnsupported)
}
