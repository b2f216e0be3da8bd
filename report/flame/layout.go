package flame

// box is a frame with its place. The root's row is 0.
type box struct {
	*frame
	x, width float64
	row      int
}

// layout places the root and all below it that is wide enough. A frame is as wide as its weight's share of
// the root's, and what it calls stands below it from its left end on: as the weights of calls add up to
// at most their caller's, nothing overlaps.
func (t *tree) layout(o Options, weight func(*frame) float64) (boxes []box, cut int) {
	scale := float64(o.Width) / weight(t.root)
	var place func(f *frame, x float64, row int)
	place = func(f *frame, x float64, row int) {
		width := weight(f) * scale
		if width < o.MinWidth {
			cut += f.size()
			return
		}
		boxes = append(boxes, box{f, x, width, row})
		for _, c := range f.ordered(weight) {
			place(c, x, row+1)
			x += weight(c) * scale
		}
	}
	place(t.root, 0, 0)
	return boxes, cut
}

// size is how many frames f and all below it are.
func (f *frame) size() int {
	n := 1
	for _, c := range f.calls {
		n += c.size()
	}
	return n
}

// rows is how many rows the boxes take.
func rows(boxes []box) int {
	n := 0
	for _, b := range boxes {
		n = max(n, b.row+1)
	}
	return n
}
