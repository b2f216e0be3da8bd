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
	old := g.links.all(slot, ix.position, nil)
	find := ix.finder(old)
	links := make([]link, len(values))
	for i, value := range values {
		links[i].posting = noPosting
		if at, ok := find(value); ok {
			links[i] = old[at]
			old[at].posting = noPosting // stays
		}
	}
	g.links.set(slot, ix.position, nil) // before others move, which would look for places here
	for _, l := range old {
		if l.posting != noPosting {
			g.leave(ix, slot, l)
		}
	}
	for i, value := range values {
		if links[i].posting == noPosting {
			links[i] = g.join(ix, slot, value)
		}
	}
	g.links.set(slot, ix.position, links)
}

// fewValues are searched, more are put into a map.
const fewValues = 16

// finder returns how to find the link to the posting of a value.
func (ix *index) finder(links []link) func(value string) (int, bool) {
	if len(links) <= fewValues {
		return func(value string) (int, bool) {
			for i, l := range links {
				if l.posting != noPosting && ix.posting(l.posting).value == value {
					return i, true
				}
			}
			return 0, false
		}
	}
	byValue := make(map[string]int, len(links))
	for i, l := range links {
		byValue[ix.posting(l.posting).value] = i
	}
	return func(value string) (int, bool) {
		i, ok := byValue[value]
		return i, ok
	}
}
