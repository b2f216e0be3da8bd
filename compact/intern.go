package compact

import (
	"hash/maphash"
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// InternOptions bound an Interner. The zero value is right for most programs.
type InternOptions struct {
	// Max is how many strings are known at once at most; 0 is 1,048,576. An entry costs about 90 bytes
	// besides its string. At the bound, strings that are not known stay as they came, until
	// known ones are gone: memory is lost, nothing else.
	Max int
	// Sightings is in how many different objects a string has to be seen before it is shared; 0 is 2.
	// With 1 it is shared at once, which costs more than it saves for strings of which there is
	// only one, such as addresses and IDs. The largest is 255.
	Sightings int
}

const (
	defaultMax       = 1 << 20
	defaultSightings = 2
	mostSightings    = 255
	mostShards       = 64
	stringsPerShard  = 256 // fewer are not worth a shard of their own

	// longest is the longest string that is looked up: longer ones are whole files in a ConfigMap, of
	// which there is rarely a second one, and are not worth the hashing.
	longest = 64 << 10
)

// Interner keeps one copy of each string that many objects have. It is safe for concurrent use: what
// is known is found without a lock.
//
// The table is weak. It holds no string alive: an entry goes after the last object that uses
// its string, found out by the garbage collector (see [Interner.Sweep]). Nor does it keep any
// memory that it is given: each shared string is a copy in an allocation of its own, so one that
// was cut from a large buffer does not hold the buffer.
//
// What there is only one of is not shared, for an entry costs more than it could save. A string is
// taken in when it is seen in a second object; that the same object is seen again, in a later
// version or in another list, does not count. Sightings are remembered in a table that forgets
// old ones, so a string may need some more. It takes 32 KB to begin with, later up to 256 bytes for
// each known string and never more than 8 MB.
type Interner struct {
	seed      maphash.Seed
	sightings int
	shards    []shard
	plans     planTable

	next atomic.Uint64 // the shard where the next collection's sweep begins

	objects, hits, saved atomic.Uint64
}

// NewInterner returns an empty Interner.
func NewInterner(o InternOptions) *Interner {
	if o.Max <= 0 {
		o.Max = defaultMax
	}
	if o.Sightings <= 0 {
		o.Sightings = defaultSightings
	}
	in := &Interner{seed: maphash.MakeSeed(), sightings: min(o.Sightings, mostSightings)}
	n := max(1, min(mostShards, o.Max/stringsPerShard))
	n = 1 << (bits.Len(uint(n)) - 1) // a power of two, so that a mask finds the shard
	in.shards = make([]shard, n)
	for i := range in.shards {
		in.shards[i].limit = int64(o.Max / n)
	}
	in.shards[0].limit += int64(o.Max % n)
	in.sweepWithCollections()
	return in
}

// String returns a string equal to s: the shared copy, if there is one or this sighting makes
// one, and s itself if not. Each call counts as a sighting in another object.
func (in *Interner) String(s string) string {
	if shared, found := in.lookup(s, 0); found != absent {
		return shared
	}
	return s
}

// Bytes returns b as a string, without allocating if it is known. It neither keeps b nor
// writes to it. Each call counts as a sighting in another object.
func (in *Interner) Bytes(b []byte) string {
	if len(b) < 2 {
		return string(b) // Go has these already
	}
	// The view is valid while b is not written to: during this call. lookup copies what it keeps.
	if shared, found := in.lookup(unsafe.String(unsafe.SliceData(b), len(b)), 0); found != absent {
		return shared
	}
	return string(b)
}

// outcome is what a lookup came to.
type outcome int

const (
	absent outcome = iota // there is no shared copy
	known                 // there was one
	added                 // there is one now
)

// lookup finds the shared copy of s, or makes it if it is time to. owner tells objects
// apart; 0 is another one each time.
func (in *Interner) lookup(s string, owner uint32) (string, outcome) {
	if len(s) < 2 || len(s) > longest {
		return "", absent
	}
	hash := maphash.String(in.seed, s)
	sh := &in.shards[hash&uint64(len(in.shards)-1)]
	if shared, ok := sh.find(hash, s); ok {
		return shared, known
	}
	if !sh.seen(hash, owner, in.sightings) {
		return "", absent
	}
	return sh.admit(hash, s)
}
