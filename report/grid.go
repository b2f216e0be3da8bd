package report

import "unicode/utf8"

// grid is a table as texts: a line of heads, then lines that begin with their label.
type grid [][]string

const separator = "  "

// layOut turns the grid if wanted and divides it into parts that fit the width.
func (g grid) layOut(l Layout) [][][]string {
	turned, keep := g.turn(l)
	return turned.split(l.Width, keep)
}

// turn is the grid as it is printed, and how many of its columns stand in every part.
func (g grid) turn(l Layout) (turned grid, keep int) {
	if l.Transposed {
		return g.transpose(), 1
	}
	return g, 2 // the base is there, too: the others are compared with it
}

func (g grid) transpose() grid {
	out := make(grid, len(g[0]))
	for i := range out {
		for _, line := range g {
			out[i] = append(out[i], line[i])
		}
	}
	return out
}

// split divides the columns; each part begins with the first keep of them and has at
// least one more, if there is one. A part of only one more may be wider than the width, see least.
func (g grid) split(width, keep int) [][][]string {
	columns := g.transpose()
	keep = min(keep, len(columns))
	kept := columns[:keep]
	var parts [][][]string
	part := kept
	for _, column := range columns[keep:] {
		if width > 0 && len(part) > keep && part.width()+len(separator)+column0(column).width() > width {
			parts = append(parts, part.transpose())
			part = kept
		}
		part = append(part[:len(part):len(part)], column)
	}
	return append(parts, part.transpose())
}

func column0(column []string) grid { return grid{column} }

// least is the smallest width that split keeps.
func (g grid) least(keep int) int {
	columns := g.transpose()
	keep = min(keep, len(columns))
	least := columns[:keep].width()
	for _, column := range columns[keep:] {
		least = max(least, columns[:keep].width()+len(separator)+column0(column).width())
	}
	return least
}

// width is how wide the columns, which are the lines of this grid, are together.
func (g grid) width() int {
	sum := 0
	for _, column := range g {
		widest := 0
		for _, text := range column {
			widest = max(widest, utf8.RuneCountInString(text))
		}
		sum += widest + len(separator)
	}
	return max(0, sum-len(separator))
}
