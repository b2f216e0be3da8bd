package mvcc

// severalStay tells whether a slot with several values under an index has exactly these, in
// the same order.
func (g *generation) severalStay(ix *index, slot uint32, values []string) bool {
	links := g.links.several[place{slot, ix.position}]
	if len(links) != len(values) {
		return false
	}
	for i, l := range links {
		if ix.posting(l.posting).value != values[i] {
			return false
		}
	}
	return true
}

// relink is reindex for slots with several values, before or after.
func (g *generation) relink(ix *index, slot uint32, values []string) {
	old, now := g.links.all(slot, ix.position, g.links.before[:0]), g.links.after[:0]
	places := ix.places(old)
	for _, value := range values {
		stays := link{posting: noPosting}
		if at, ok := ix.place(value, old, places); ok {
			stays, old[at].posting = old[at], noPosting
		}
		now = append(now, stays)
	}
	// What leaves and joins looks at the links of other slots only, so those of this one
	// may be wrong until they are set.
	for _, l := range old {
		if l.posting != noPosting {
			g.leave(ix, slot, l)
		}
	}
	for i, value := range values {
		if now[i].posting == noPosting {
			now[i] = g.join(ix, slot, value)
		}
	}
	g.links.set(slot, ix.position, now)
	g.links.keep(old, now)
}

// fewValues are searched, more are put into a map.
const fewValues = 16

// places is where the link to the posting of each value is, nil for a few links.
func (ix *index) places(links []link) map[string]int {
	if len(links) <= fewValues {
		return nil
	}
	places := make(map[string]int, len(links))
	for i, l := range links {
		places[ix.posting(l.posting).value] = i
	}
	return places
}

// place finds the link to the posting of a value. Links that were taken say noPosting.
func (ix *index) place(value string, links []link, places map[string]int) (int, bool) {
	if places != nil {
		at, ok := places[value]
		return at, ok
	}
	for i, l := range links {
		if l.posting != noPosting && ix.posting(l.posting).value == value {
			return i, true
		}
	}
	return 0, false
}
