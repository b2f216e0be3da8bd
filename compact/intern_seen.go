package compact

import "sync/atomic"

// sightings remembers strings that were seen, but not often enough yet. It is a hash table of
// words that forgets: a new string takes the place of an old one. It may be wrong in
// either direction, at the cost of some memory: a forgotten string is taken in later, and one in
// 130,000, at worst, is taken for another and comes in early.
//
// A word is 32 bits of the string's hash, 24 that tell which object it was last seen in, 8 that count
// objects. Words are loaded and stored atomically, each by itself, without a lock: of two sightings
// at the same moment one may be lost.
type sightings struct {
	words     []atomic.Uint64
	displaced atomic.Int64 // strings that were forgotten since it has this size
}

const (
	fewestSightings = 64
	mostRemembered  = 1 << 14 // in each shard
	wordsPerEntry   = 16      // a stream of strings that never come again must not fill it to the brim
	tagShift        = 32
	ownerBits       = 24
)

// seen notes that a string was seen in an object, and tells whether that is the wanted-th
// object. owner has ownerBits; 0 is an object of its own.
func (sh *shard) seen(hash uint64, owner uint32, wanted int) bool {
	if wanted <= 1 {
		return true
	}
	t := sh.recent.Load()
	if t == nil {
		t = sh.grow(nil)
	}
	tag := hash >> tagShift
	first := &t.words[tag&uint64(len(t.words)-1)]
	second := &t.words[(tag^1)&uint64(len(t.words)-1)]
	for _, w := range [...]*atomic.Uint64{first, second} {
		word := w.Load()
		if word == 0 || word>>tagShift != tag {
			continue
		}
		if owner != 0 && uint32(word)>>8 == owner {
			return false
		}
		count := int(word&0xff) + 1
		if count >= wanted {
			return true // the word stays: there may be no room in the table now
		}
		w.Store(tag<<tagShift | uint64(owner)<<8 | uint64(count))
		return false
	}
	sh.remember(t, first, second, tag<<tagShift|uint64(owner)<<8|1)
	return false
}

// remember puts a new word into one of two places: a free one, or the one that chance picks.
func (sh *shard) remember(t *sightings, first, second *atomic.Uint64, word uint64) {
	place := first
	if first.Load() != 0 && (second.Load() == 0 || word>>(tagShift+20)&1 == 1) {
		place = second
	}
	if place.Swap(word) == 0 || t.displaced.Add(1) < int64(len(t.words)) {
		return
	}
	if int64(len(t.words)) >= min(mostRemembered, wordsPerEntry*sh.used.Load()) {
		return
	}
	sh.grow(t)
}

// grow doubles a table that has forgotten as much as it holds. mu lets one do it; what
// others note in the old table meanwhile is lost.
func (sh *shard) grow(from *sightings) *sightings {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if now := sh.recent.Load(); now != from {
		return now
	}
	n := fewestSightings
	if from != nil {
		n = 2 * len(from.words)
	}
	next := &sightings{words: make([]atomic.Uint64, n)}
	if from != nil {
		for i := range from.words {
			if word := from.words[i].Load(); word != 0 {
				next.words[word>>tagShift&uint64(n-1)].Store(word)
			}
		}
	}
	sh.recent.Store(next)
	return next
}
