package flame

import (
	"fmt"
	"io"

	"github.com/google/pprof/profile"
)

// SVG draws the profile as a flame graph: the root on top, each frame as wide as its value. Samples with
// negative values are an error, as they are a difference already; a profile without samples
// gives ErrEmpty and writes nothing.
func SVG(w io.Writer, p *profile.Profile, o Options) error {
	o = o.withDefaults()
	t := newTree(o)
	if err := t.add(p, ofProfile, o.ByStage); err != nil {
		return err
	}
	whole := float64(t.root.total[ofProfile])
	boxes, cut := t.layout(o, func(f *frame) float64 { return float64(f.total[ofProfile]) })
	total := fmt.Sprintf("%s: %s", t.kind, Amount(t.root.total[ofProfile], t.unit))
	d := newDrawing(o, rows(boxes), "Flame graph of "+total, cut)
	for _, b := range boxes {
		name := b.name
		if b.row == 0 {
			name = "all, " + total
		}
		d.frame(b, look{
			fill:  paintOf(b.name).fill,
			label: short(printable(name)),
			hover: fmt.Sprintf("%s: %s, %s; itself %s", name, Amount(b.total[ofProfile], t.unit),
				percent(float64(b.total[ofProfile])/whole), Amount(b.self[ofProfile], t.unit)),
		})
	}
	for _, p := range paints() {
		d.legend(look{fill: p.fill, label: p.meaning})
	}
	return d.write(w)
}
