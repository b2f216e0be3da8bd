package adapter

import (
	"iter"
	"slices"
)

// Record is what an engine keeps under a key. It never changes.
type Record struct {
	Key    string
	Object any
	// Values are the object's values under each index, by the index's position, each once.
	Values [][]string
}

// Engine is somebody else's map. Its calls come from one writer at a time.
type Engine interface {
	// Begin starts a write: on what there is or, if anew, on an empty content that takes its place.
	Begin(anew bool) Tx
}

// Tx is a write. It sees its own changes.
type Tx interface {
	// Put stores r under its key, in place of the record that may be there.
	Put(r *Record)
	// Delete removes the record under a key, if there is one.
	Delete(key string)
	// Commit returns the state after the write.
	Commit() State
}

// Live is a Tx whose changes are seen before Commit. Of a transaction it is given the last change of each
// key only, so that nobody sees what the transaction itself has overwritten.
type Live interface {
	Tx
	Live()
}

// State is what readers read, many at once.
type State interface {
	// Get returns the record under a key, nil if there is none.
	Get(key string) *Record
	All() iter.Seq[*Record]
	// Under ranges over the records under one value of the index at a position, each once.
	Under(index int, value string) iter.Seq[*Record]
	// Values ranges over the values of an index that have records, each once.
	Values(index int) iter.Seq[string]
}

// Each ranges over index positions and values of a record; a nil one has none.
func (r *Record) Each() iter.Seq2[int, string] { return r.Without(nil) }

// Without ranges over index positions and values that r has and other, which may be nil, has not.
func (r *Record) Without(other *Record) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		if r == nil {
			return
		}
		for i, values := range r.Values {
			for _, v := range values {
				if other != nil && i < len(other.Values) && slices.Contains(other.Values[i], v) {
					continue
				}
				if !yield(i, v) {
					return
				}
			}
		}
	}
}
