package flame

import (
	"bytes"
	"fmt"
	"io"
)

// Measures of a drawing, in its units.
const (
	rowHeight  = 18
	headHeight = 40 // two lines of text
	legendGap  = 10
	textMargin = 4
	fontSize   = 11
	// letter is how wide a character is: monospaced fonts are about 0.6 of their size.
	letter = 0.61 * fontSize
)

// look is how a frame or an entry of the legend appears.
type look struct {
	fill, label, hover string
	dashed             bool
}

// drawing is an SVG on its way. It uses presentation attributes only, which a content security policy
// against inline styles lets pass; text outside of frames takes the page's colour.
type drawing struct {
	o            Options
	bytes.Buffer         // a buffer takes everything: no write to it fails
	legendX      float64 // where the legend's next entry begins
	legendY      int
}

func newDrawing(o Options, rows int, what string, cut int) *drawing {
	d := &drawing{o: o, legendY: headHeight + rows*rowHeight + legendGap}
	height := d.legendY + rowHeight
	if cut > 0 {
		what += fmt.Sprintf("; %d narrower frames are not drawn", cut)
	}
	title := o.Title
	if title == "" {
		title = "Flame graph"
	}
	id := escaped(o.ID)
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="100%%" role="img" aria-labelledby="%s-title %s-desc">`+"\n",
		o.Width, height, id, id)
	fmt.Fprintf(d, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escaped(title), id, escaped(what))
	fmt.Fprintf(d, "<g font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"%d\">\n", fontSize)
	for i, line := range []string{title, what} {
		fmt.Fprintf(d, "<text x=\"0\" y=\"%d\" fill=\"currentColor\">%s</text>\n", 14+16*i,
			escaped(fit(line, int(float64(o.Width)/letter))))
	}
	return d
}

// frame draws one box with its label, as far as that fits.
func (d *drawing) frame(b box, l look) {
	y := headHeight + b.row*rowHeight
	fmt.Fprintf(d, "<g><title>%s</title>", escaped(l.hover))
	d.rect(b.x, y, b.width, l)
	if label := fitFrame(l.label, int((b.width-2*textMargin)/letter)); label != "" {
		fmt.Fprintf(d, `<text x="%.1f" y="%d" fill="#111">%s</text>`, b.x+textMargin, y+13, escaped(label))
	}
	d.WriteString("</g>\n")
}

func (d *drawing) rect(x float64, y int, width float64, l look) {
	stroke := "#fff"
	if l.dashed {
		stroke = `#333" stroke-dasharray="3 2`
	}
	fmt.Fprintf(d, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s" stroke="%s" stroke-width="0.5"/>`,
		x, y, width, rowHeight-1, l.fill, stroke)
}

// legend appends an entry below the frames.
func (d *drawing) legend(l look) {
	const square = 12
	d.rect(d.legendX+1, d.legendY-2, square, l)
	fmt.Fprintf(d, "<text x=\"%.1f\" y=\"%d\" fill=\"currentColor\">%s</text>\n", d.legendX+square+textMargin+1, d.legendY+11, escaped(l.label))
	d.legendX += square + 2*textMargin + letter*float64(len([]rune(l.label))+2)
}

func (d *drawing) write(w io.Writer) error {
	d.WriteString("</g>\n</svg>\n")
	_, err := d.WriteTo(w)
	return err
}
