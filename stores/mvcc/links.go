package mvcc

import (
	"maps"
	"math"
)

// link says where a slot stands in an index: in which posting, and at which place.
// Without the place, taking a slot out of a large posting would be a search.
type link struct{ posting, place uint32 }

const (
	noPosting = math.MaxUint32
	// severalPostings marks a slot with several values; its links are in links.several.
	severalPostings = math.MaxUint32 - 1
)

// links are the writer's own: no reader looks at them, so they need no atomics and
// are not copied with a chunk.
type links struct {
	stride int      // indexes
	chunks [][]link // by chunk, then stride for each slot
	// several is for slots with more than one value under an index, which are few.
	several map[place][]link
	// before and after are the space in which relink works, empty in between.
	before, after []link
}

// place is a slot under an index.
type place struct {
	slot  uint32
	index uint32
}

func newLinks(stride int) links {
	return links{stride: stride, several: map[place][]link{}}
}

// extend adds room for one more chunk.
func (l *links) extend() { l.chunks = append(l.chunks, newChunkLinks(l.stride)) }

func newChunkLinks(stride int) []link {
	chunk := make([]link, slotsPerChunk*stride)
	for i := range chunk {
		chunk[i].posting = noPosting
	}
	return chunk
}

// at returns the links of a slot, one for each index.
func (l *links) at(slot uint32) []link {
	from := int(slot&offsetMask) * l.stride
	return l.chunks[slot>>offsetBits][from : from+l.stride : from+l.stride]
}

// moved notes that a slot has another place in a posting.
func (l *links) moved(slot, index, posting, place uint32) {
	one := &l.at(slot)[index]
	if one.posting == posting {
		one.place = place
		return
	}
	*l.among(slot, index, posting) = link{posting, place}
}

// among finds a posting among several.
func (l *links) among(slot, index, posting uint32) *link {
	all := l.several[place{slot, index}]
	for i := range all {
		if all[i].posting == posting {
			return &all[i]
		}
	}
	panic("mvcc: a posting has a slot that does not link back to it")
}

// all appends the links of a slot under an index.
func (l *links) all(slot, index uint32, into []link) []link {
	switch one := l.at(slot)[index]; one.posting {
	case noPosting:
		return into
	case severalPostings:
		return append(into, l.several[place{slot, index}]...)
	default:
		return append(into, one)
	}
}

// set replaces the links of a slot under an index, by a copy. An update that moves the slot needs
// no more room than there was.
func (l *links) set(slot, index uint32, to []link) {
	one, at := &l.at(slot)[index], place{slot, index}
	was := *one
	if len(to) > 1 {
		*one = link{posting: severalPostings}
		l.several[at] = append(l.room(was, at, len(to)), to...)
		return
	}
	*one = link{posting: noPosting}
	if len(to) == 1 {
		*one = to[0]
	}
	if was.posting == severalPostings {
		delete(l.several, at)
	}
}

// room is the memory of several links that were there, unless it is far more than needed.
func (l *links) room(was link, at place, needed int) []link {
	if was.posting != severalPostings {
		return nil
	}
	if room := l.several[at]; cap(room) <= 2*needed {
		return room[:0]
	}
	return nil
}

// keptLinks is how many links relink may have room for between two writes.
const keptLinks = 64

// keep takes back the space of a relink.
func (l *links) keep(before, after []link) {
	l.before, l.after = nil, nil
	if cap(before) <= keptLinks && cap(after) <= keptLinks {
		l.before, l.after = before[:0], after[:0]
	}
}

// add adds a link to those of a slot.
func (l *links) add(slot, index uint32, more link) {
	at := place{slot, index}
	switch one := &l.at(slot)[index]; one.posting {
	case noPosting:
		*one = more
	case severalPostings:
		l.several[at] = append(l.several[at], more)
	default:
		l.several[at] = []link{*one, more}
		*one = link{posting: severalPostings}
	}
}

// widened returns the same links with room for more indexes.
func (l *links) widened(stride int) links {
	wider := links{stride: stride, several: maps.Clone(l.several)} // a copy, for filling the new indexes may fail
	for _, chunk := range l.chunks {
		more := newChunkLinks(stride)
		for offset := range slotsPerChunk {
			copy(more[offset*stride:], chunk[offset*l.stride:(offset+1)*l.stride])
		}
		wider.chunks = append(wider.chunks, more)
	}
	return wider
}
