package cow

// index is one secondary index: value → posting. A value without objects is not in
// it (kubernetes/kubernetes#84959).
type index struct {
	edit uint64 // that made this header
	table[posting]
}

// lookup returns the posting of a value.
func (x *index) lookup(value string, hash hasher) (p posting, exists bool) {
	at, exists := x.find(value, hash.tag(value))
	if !exists {
		return posting{}, false
	}
	return x.value(at), true
}

// join and leave ask first whether there is anything to do. There always is, unless
// an index function answers differently for the same object, which happens to users
// who change objects after they stored them; that must not break other postings.
func (x *index) join(value string, tag, slot uint32, edit uint64) {
	at, exists := x.find(value, tag)
	if !exists {
		x.insert(value, tag, posting{one: slot}, edit)
		return
	}
	if p := x.value(at); !p.has(slot) {
		*x.edited(at, edit) = p.with(slot, edit)
	}
}

func (x *index) leave(value string, tag, slot uint32, edit uint64) {
	at, exists := x.find(value, tag)
	if !exists || !x.value(at).has(slot) {
		return
	}
	if rest, some := x.value(at).without(slot, edit); some {
		*x.edited(at, edit) = rest
	} else {
		x.remove(at, tag, edit)
	}
}
