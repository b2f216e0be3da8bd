package flame

import (
	"fmt"
	"io"
	"math"

	"github.com/google/pprof/profile"
)

// DiffOptions of a difference.
type DiffOptions struct {
	Options
	// Base and Profile name the two sides; empty: "base" and "profile".
	Base, Profile string
}

// Diff draws how the shares of p differ from those of base. Each side counts as a share of its own total,
// so that runs of different length can be compared. A frame is as wide as the mean of its two shares:
// what only one side has is there, half as wide. It is red and marked with a plus sign where p spends
// more of its total than base does, blue, with a dashed edge and a minus sign where less; in
// percentage points of the total. The title says what the totals are, as a share tells nothing of them.
func Diff(w io.Writer, base, p *profile.Profile, o DiffOptions) error {
	o.Options = o.Options.withDefaults()
	o.Base, o.Profile = orElse(o.Base, "base"), orElse(o.Profile, "profile")
	t := newTree(o.Options)
	for side, of := range []*profile.Profile{ofProfile: p, ofBase: base} {
		if err := t.add(of, side, o.ByStage); err != nil {
			return fmt.Errorf("%s: %w", []string{o.Profile, o.Base}[side], err)
		}
	}
	boxes, cut := t.layout(o.Options, t.meanShare)
	what := fmt.Sprintf("%s: %s against %s", t.kind, t.side(o.Profile, ofProfile), t.side(o.Base, ofBase))
	d := newDrawing(o.Options, rows(boxes), "Difference of "+what, cut)
	most := 0.0
	for _, b := range boxes {
		most = max(most, math.Abs(t.delta(b.frame)))
	}
	for _, b := range boxes {
		d.frame(b, t.compared(b, most, o))
	}
	t.explain(d, most, o)
	return d.write(w)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func (t *tree) side(name string, side int) string {
	return fmt.Sprintf("%s (%s)", name, Amount(t.root.total[side], t.unit))
}

func (t *tree) share(f *frame, side int) float64 {
	return float64(f.total[side]) / float64(t.root.total[side])
}

func (t *tree) meanShare(f *frame) float64 { return (t.share(f, ofProfile) + t.share(f, ofBase)) / 2 }

func (t *tree) delta(f *frame) float64 { return t.share(f, ofProfile) - t.share(f, ofBase) }

// compared is the look of a frame; most is the greatest difference of all.
func (t *tree) compared(b box, most float64, o DiffOptions) look {
	delta := t.delta(b.frame)
	label := short(printable(b.name))
	if sign := points(delta); sign != "" {
		label = sign + " " + label
	}
	return look{
		fill: shade(delta, most), label: label, dashed: points(delta) != "" && delta < 0,
		hover: fmt.Sprintf("%s: %s of %s, %s of %s", b.name, percent(t.share(b.frame, ofProfile)), o.Profile,
			percent(t.share(b.frame, ofBase)), o.Base),
	}
}

// points is a difference in percentage points with its sign; nothing where it rounds to none.
func points(delta float64) string {
	const least = 0.0005
	if math.Abs(delta) < least {
		return ""
	}
	return fmt.Sprintf("%+.1f", 100*delta)
}

// explain draws the legend.
func (t *tree) explain(d *drawing, most float64, o DiffOptions) {
	d.legend(look{fill: shade(-most, most), dashed: true, label: fmt.Sprintf("−: less of its total in %s (dashed edge)", o.Profile)})
	d.legend(look{fill: shade(0, most), label: "no difference"})
	d.legend(look{fill: shade(most, most), label: fmt.Sprintf("+: more in %s", o.Profile)})
	d.legend(look{fill: "none", label: fmt.Sprintf("full colour: %.1f percentage points", 100*most)})
}

// shade goes from blue over grey to red, all light enough for dark text.
func shade(delta, most float64) string {
	grey, end := [3]float64{226, 226, 226}, [3]float64{228, 104, 88} // red
	if delta < 0 {
		end = [3]float64{96, 150, 220} // blue
	}
	strength := 0.0
	if most > 0 {
		strength = math.Abs(delta) / most
	}
	var c [3]int
	for i := range c {
		c[i] = int(math.Round(grey[i] + strength*(end[i]-grey[i])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}
