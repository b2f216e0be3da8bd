// Package cache stands for a fork whose function takes less.
package cache

type Indexers struct{}

func NewThreadSafeStore(indexers Indexers) {}
