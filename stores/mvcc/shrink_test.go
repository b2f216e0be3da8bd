package mvcc

import (
	"fmt"
	"testing"
)

// After a mass delete everything has the size of what is left, and what was the state before
// shrinking is the state after.
func TestSizesAfterMassDeletes(t *testing.T) {
	s := newStore("one", "several")
	const keys, left = 8000, 10
	for i := range keys {
		s.Update(keyOf(i), newPod(fmt.Sprint(i), fmt.Sprint("v", i), "all"))
	}
	for i := left; i < keys; i++ {
		s.Delete(keyOf(i))
	}
	g := s.generation.Load()
	limit := (fewChunks + 1) * slotsPerChunk
	sizes := map[string]int{"slots": len(g.space.chunks) * slotsPerChunk, "cells": len(*g.slots.cells.Load()) / 2, "directory": len(*g.directory.Load()) * slotsPerChunk / 2}
	for i, ix := range g.indexes.Load().list {
		sizes[fmt.Sprint("postings of ", i)] = len(*ix.byID.Load()) / 2
		sizes[fmt.Sprint("values of ", i)] = len(*ix.ids.cells.Load()) / 2
	}
	for what, size := range sizes {
		if size > limit {
			t.Errorf("%s: %d for %d objects, want at most %d", what, size, left, limit)
		}
	}
	if n := len(s.List()); n != left || s.LastStoreSyncResourceVersion() != fmt.Sprint(keys-1) {
		t.Errorf("%d objects at version %s", n, s.LastStoreSyncResourceVersion())
	}
	if err := checkStore(s); err != nil {
		t.Error(err)
	}
}

// What a transaction needed for a while does not keep strings of its objects alive.
func TestScratchIsForgotten(t *testing.T) {
	s := newStore("several")
	var entries []txnEntry
	for i := range 100 {
		entries = append(entries, putEntry(keyOf(i), newPod("1", "a", "b")))
	}
	s.Transaction(entries...)
	s.Transaction(entries[:10]...)
	idle := s.scratch.idle.Load()
	if idle == nil {
		t.Fatal("a transaction keeps no scratch for the next one")
	}
	for _, value := range idle.staged.values[:cap(idle.staged.values)] {
		if value != "" {
			t.Fatalf("the value %q stays", value)
		}
	}
}
