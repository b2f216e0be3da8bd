package adapter

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

// Postings are indexes for an engine that has none: for each index a map from value to the records under
// it by key, behind one lock. A range is over a copy, so that nothing is held while its body runs.
type Postings struct {
	mu      sync.RWMutex
	byIndex []map[string]map[string]*Record // as long as records had values
}

// Exchange puts r in place of old; either may be nil.
func (p *Postings) Exchange(old, r *Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, v := range old.Without(r) {
		delete(p.byIndex[i][v], old.Key)
		if len(p.byIndex[i][v]) == 0 {
			delete(p.byIndex[i], v) // values that never come back would fill the memory
		}
	}
	for i, v := range r.Each() {
		p.grow(i)
		under := p.byIndex[i][v]
		if under == nil {
			under = map[string]*Record{}
			p.byIndex[i][v] = under
		}
		under[r.Key] = r
	}
}

// grow is called with the lock held.
func (p *Postings) grow(index int) {
	for len(p.byIndex) <= index {
		p.byIndex = append(p.byIndex, map[string]map[string]*Record{})
	}
}

// Under ranges over the records under a value.
func (p *Postings) Under(index int, value string) iter.Seq[*Record] {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if index >= len(p.byIndex) {
		return func(func(*Record) bool) {}
	}
	under := p.byIndex[index][value]
	records := make([]*Record, 0, len(under))
	for _, r := range under {
		records = append(records, r)
	}
	return slices.Values(records)
}

// Values ranges over the values that have records.
func (p *Postings) Values(index int) iter.Seq[string] {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if index >= len(p.byIndex) {
		return func(func(string) bool) {}
	}
	return slices.Values(slices.Collect(maps.Keys(p.byIndex[index])))
}
