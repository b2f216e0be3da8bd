package sharded

import "maps"

// remove takes out a slot; the last one takes its number.
func (p *part) remove(slot uint32) {
	p.leave(slot)
	last := uint32(len(p.in) - 1)
	if slot != last {
		p.in[slot] = p.in[last]
		switch in := p.in[slot]; in.number {
		case underNone:
		case underSeveral:
			p.several[slot] = p.several[last]
			delete(p.several, last)
			for _, at := range p.several[slot] {
				p.slots[at.number][at.at] = slot
			}
		default:
			p.slots[in.number][in.at] = slot
		}
	}
	p.in = dropLast(p.in)
	if len(p.values) >= shrinkMin && len(p.free) > len(p.values)/8*7 {
		*p = p.clone()
	}
}

// clone copies everything, without the free numbers. The slots of all values come
// to lie in one piece of memory, for thousands of small ones would take longer to
// allocate than to copy; each is cut off, so that the next append moves it out.
func (p *part) clone() part {
	total := 0
	for _, slots := range p.slots {
		total += len(slots)
	}
	c := part{
		values: make([]string, 0, len(p.values)-len(p.free)),
		slots:  make([][]uint32, 0, len(p.values)-len(p.free)),
		table:  newTable(len(p.values) - len(p.free)),
		in:     append([]place(nil), p.in...),
	}
	all := make([]uint32, 0, total)
	number := make([]uint32, len(p.values)) // new, by old
	for old, slots := range p.slots {
		if len(slots) == 0 {
			continue
		}
		from := len(all)
		all = append(all, slots...)
		number[old] = uint32(len(c.values))
		c.table.add(hashOf(p.values[old]), number[old])
		c.values = append(c.values, p.values[old])
		c.slots = append(c.slots, all[from:len(all):len(all)])
	}
	for slot := range c.in {
		if in := &c.in[slot]; in.number < underSeveral {
			in.number = number[in.number]
		}
	}
	c.several = maps.Clone(p.several)
	for slot, places := range c.several {
		copied := make([]place, len(places))
		for i, at := range places {
			copied[i] = place{number: number[at.number], at: at.at}
		}
		c.several[slot] = copied
	}
	return c
}
