package compact

import "sync/atomic"

// door lets a part into the table when a second object has it. It remembers half of a part's hash and half of
// its object's, in an array in which a newer one takes the place of an older one. So the table has no entries for
// what only one object has, in all its versions, which is most of what is not the sibling's.
//
// It is a guess and guarded by nothing but atomics: a wrong answer is an entry too many, or a part that is
// entered one time later.
type door struct {
	tags     atomic.Pointer[[]atomic.Uint64]
	replaced atomic.Uint32 // tags that took another's place, since the array was made
}

const (
	minDoor = 1 << 12
	maxDoor = 1 << 17 // 1 MiB
)

// seen tells whether another object came with that hash, and remembers it.
func (d *door) seen(hash uint64, object uint32) bool {
	tags := d.tags.Load()
	if tags == nil {
		tags = d.grow(nil, minDoor)
	}
	slot := &(*tags)[hash%uint64(len(*tags))]
	tag := hash>>32<<32 | uint64(object|1) // 0 is an empty slot
	old := slot.Load()
	if old>>32 == tag>>32 && old != 0 {
		return old != tag
	}
	slot.Store(tag)
	if old != 0 && int(d.replaced.Add(1)) > len(*tags) && len(*tags) < maxDoor {
		d.grow(tags, min(4*len(*tags), maxDoor))
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
