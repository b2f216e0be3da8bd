package compact

import "sync/atomic"

// door lets a part into the table when a second object has it. So the table has no entries for what only one
// object has, in all its versions, which is most of what is not the sibling's. The door remembers half of a part's
// hash and half of its object's, in buckets; in a full one a newer part takes the place of an older one. Were
// they of one slot each, two parts of one slot that come in turn would both be forgotten for ever.
//
// It is a guess and guarded by nothing but atomics: a wrong answer is an entry too many, or a part that is
// entered later.
type door struct {
	tags     atomic.Pointer[[]atomic.Uint64]
	replaced atomic.Uint32 // tags that took another's place, since the array was made
}

const (
	minDoor = 1 << 12
	maxDoor = 1 << 17 // 1 MiB
	bucket  = 4       // tags, in one line of the processor's cache
)

// seen tells whether another object came with that hash, and remembers it.
func (d *door) seen(hash uint64, object uint32) bool {
	tags := d.tags.Load()
	if tags == nil {
		tags = d.grow(nil, minDoor)
	}
	n := uint64(len(*tags))
	first := hash % (n / bucket) * bucket
	tag := hash>>32<<32 | uint64(object|1) // 0 is an empty slot
	for i := range uint64(bucket) {
		slot := &(*tags)[first+i]
		old := slot.Load()
		if old == 0 {
			slot.Store(tag)
			return false
		}
		if old>>32 == tag>>32 {
			return old != tag
		}
	}
	(*tags)[first+hash>>24%bucket].Store(tag) // bits that do not choose the bucket
	if d.replaced.Add(1) > uint32(n) && n < maxDoor {
		d.grow(tags, int(min(4*n, maxDoor)))
	}
	return false
}

// grow exchanges the array for a larger, empty one, unless somebody else just did.
func (d *door) grow(old *[]atomic.Uint64, n int) *[]atomic.Uint64 {
	tags := make([]atomic.Uint64, n)
	if d.tags.CompareAndSwap(old, &tags) {
		d.replaced.Store(0)
	}
	return d.tags.Load()
}
