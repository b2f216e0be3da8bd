package indexer

import (
	"context"
	"errors"
	"fmt"

	"informerbench/stores"
)

var _ stores.VersionWaiter = (*Indexer)(nil)

// Snapshot pins one committed state of the store, as [stores.Snapshotter] does. The
// error wraps [errors.ErrUnsupported] when the store below has no snapshots, as
// client-go's has none. Close the snapshot when done.
func (i *Indexer) Snapshot() (stores.Snapshot, error) {
	if store, ok := i.store.(stores.Snapshotter); ok {
		return store.Snapshot(), nil
	}
	return nil, fmt.Errorf("store %T has no snapshots: %w", i.store, errors.ErrUnsupported)
}

// WaitForVersion returns once the store has caught up with resourceVersion, as
// [stores.VersionWaiter] says. The error wraps [errors.ErrUnsupported], at once, when
// nobody can wait for the store below.
//
// What it promises depends on who writes: the store's version must never run ahead of
// its content. That holds when changes are written in the order of their versions.
func (i *Indexer) WaitForVersion(ctx context.Context, resourceVersion string) error {
	if store, ok := i.store.(stores.VersionWaiter); ok {
		return store.WaitForVersion(ctx, resourceVersion)
	}
	return fmt.Errorf("store %T cannot be waited for: %w", i.store, errors.ErrUnsupported)
}
