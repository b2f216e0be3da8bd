package fifo

import "k8s.io/client-go/tools/cache"

const (
	// fewEntries is up to how many entries looking at each key is no dearer than a map.
	fewEntries = 16
	// keptEntries is how many entries a scratch may have room for while little happens.
	keptEntries = 64
)

// scratch holds a batch in flat form: one operation and one old object for each
// delta, rather than a closure, so that a batch allocates nothing here.
type scratch struct {
	entries []cache.ThreadSafeStoreTransaction
	// olds has the object that entries[i] replaces, nil unless it is an update.
	olds []any
	// errs has the errors of the deltas that became no entry.
	errs []error
	// txns is for a State that does not take entries.
	txns []cache.Transaction
	// at has the place of each key's last entry, once there are many.
	at map[string]int
}

func (s *scratch) add(e cache.ThreadSafeStoreTransaction, replaced any) {
	s.entries = append(s.entries, e)
	s.olds = append(s.olds, replaced)
	switch n := len(s.entries); {
	case n == fewEntries+1:
		if s.at == nil {
			s.at = make(map[string]int)
		}
		for i := range s.entries {
			s.at[s.entries[i].Key] = i
		}
	case n > fewEntries:
		s.at[e.Key] = n - 1
	}
}

// last returns the last entry of the key so far, nil if there is none.
func (s *scratch) last(key string) *cache.ThreadSafeStoreTransaction {
	if len(s.entries) > fewEntries {
		if i, ok := s.at[key]; ok {
			return &s.entries[i]
		}
		return nil
	}
	for i := len(s.entries) - 1; i >= 0; i-- {
		if s.entries[i].Key == key {
			return &s.entries[i]
		}
	}
	return nil
}

func (p *Processor) takeScratch() *scratch {
	if s := p.scratch.Swap(nil); s != nil {
		return s
	}
	return &scratch{}
}

// putScratch drops all references to objects before it keeps the buffers: the
// next batch may be hours away. The room of a burst goes as soon as a batch needs little of it.
func (p *Processor) putScratch(s *scratch) {
	if cap(s.entries) > keptEntries && len(s.entries) < cap(s.entries)/4 {
		return
	}
	clear(s.entries)
	clear(s.olds)
	clear(s.errs)
	clear(s.txns)
	clear(s.at)
	s.entries, s.olds, s.errs, s.txns = s.entries[:0], s.olds[:0], s.errs[:0], s.txns[:0]
	p.scratch.Store(s)
}
