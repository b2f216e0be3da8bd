package flame_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"informerbench/report/flame"
)

func draw(t *testing.T, p *profile.Profile, o flame.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := flame.SVG(&b, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestASmallProfileIsAsInTheGoldenFile(t *testing.T) {
	o := flame.Options{Title: "mvcc, cpu", ByStage: true, Width: 800}
	got := draw(t, small(t), o)
	golden(t, "small.svg", got)
	if again := draw(t, small(t), o); again != got {
		t.Error("the same profile gives another drawing")
	}
}

// hostile is what an attacker may call a function.
const hostile = "</title></svg><script>alert(1)</script>\"'&\x00\u202e\n"

// Frames as drawn: what a page's reader gets to see.
type drawn struct {
	x, width float64
	y        int
}

// read checks that the drawing is well-formed, holds nothing but what a static drawing needs, and
// returns its frames.
func read(t *testing.T, svg string) (frames []drawn) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(svg))
	for inFrame := false; ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return frames
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch name := start.Name.Local; name {
		case "svg", "desc", "text":
		case "title":
			inFrame = true
		case "g":
			inFrame = false
		case "rect":
			if inFrame {
				frames = append(frames, place(t, start))
			}
			inFrame = false
		default:
			t.Errorf("there is an element %s", name)
		}
		for _, a := range start.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "style" {
				t.Errorf("there is an attribute %s", a.Name.Local)
			}
		}
	}
}

func place(t *testing.T, e xml.StartElement) (d drawn) {
	t.Helper()
	for _, a := range e.Attr {
		v, err := strconv.ParseFloat(a.Value, 64)
		switch a.Name.Local {
		case "x":
			d.x = v
		case "width":
			d.width = v
		case "y":
			d.y = int(v)
		default:
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func TestHostileNamesAreText(t *testing.T) {
	p := folded(t, "main;"+strings.ReplaceAll(hostile, ";", "")+" 10", "main;\xff\xfe 5")
	for _, svg := range []string{
		draw(t, p, flame.Options{Title: hostile, ID: `x" onload="alert(1)`}),
		diff(t, p, small(t), flame.DiffOptions{Base: hostile, Profile: hostile}),
	} {
		read(t, svg)
		if strings.ContainsAny(svg, "\u202e\x00") || strings.Contains(svg, "<script") {
			t.Errorf("a name is not escaped:\n%s", svg)
		}
	}
}

// Children lie within their parent and do not overlap, whatever the profile.
func TestFramesLieWithinTheirCallers(t *testing.T) {
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		p, q := random(t, dice), random(t, dice)
		for _, svg := range []string{draw(t, p, flame.Options{}), diff(t, p, q, flame.DiffOptions{})} {
			checkNested(t, read(t, svg))
		}
	}
	if t.Failed() {
		t.Logf("seed %d", seed)
	}
}

func random(t *testing.T, dice *rand.Rand) *profile.Profile {
	var lines []string
	for range 1 + dice.IntN(40) {
		stack := "main"
		for range dice.IntN(8) {
			stack += ";" + string(rune('a'+dice.IntN(4)))
		}
		lines = append(lines, stack+" "+strconv.Itoa(1+dice.IntN(1000)))
	}
	return folded(t, lines...)
}

const (
	rounding = 0.02 // of two places
	row      = 18
)

func checkNested(t *testing.T, frames []drawn) {
	t.Helper()
	above := map[int][]drawn{}
	for i, f := range frames {
		if i > 0 {
			inside := false
			for _, parent := range above[f.y-row] {
				inside = inside || f.x >= parent.x-rounding && f.x+f.width <= parent.x+parent.width+rounding
			}
			if !inside {
				t.Errorf("frame %+v lies in no caller of %+v", f, above[f.y-row])
			}
		}
		for _, other := range above[f.y] {
			if f.x < other.x+other.width-rounding && other.x < f.x+f.width-rounding {
				t.Errorf("frames %+v and %+v overlap", f, other)
			}
		}
		above[f.y] = append(above[f.y], f)
	}
}

func TestNarrowFramesAreCutAndCounted(t *testing.T) {
	p := folded(t, "main;wide 10000", "main;narrow;below 1")
	svg := draw(t, p, flame.Options{})
	if strings.Contains(svg, "below") || !strings.Contains(svg, "2 narrower frames are not drawn") {
		t.Errorf("drawn:\n%s", svg)
	}
}

func TestDepthIsBounded(t *testing.T) {
	p := folded(t, strings.Repeat("f;", 5000)+"f 1")
	if frames := read(t, draw(t, p, flame.Options{})); len(frames) > 300 {
		t.Errorf("%d frames are drawn", len(frames))
	}
}

func TestWhatIsNoProfileToDrawIsRefused(t *testing.T) {
	negative := folded(t, "main 1")
	negative.Sample[0].Value = []int64{-1, -1}
	for name, c := range map[string]struct {
		p    *profile.Profile
		o    flame.Options
		want string
	}{
		"a difference":      {negative, flame.Options{}, "this is a difference already"},
		"an unknown type":   {small(t), flame.Options{SampleType: "space"}, "space"},
		"a profile of none": {folded(t), flame.Options{}, flame.ErrEmpty.Error()},
	} {
		var b bytes.Buffer
		if err := flame.SVG(&b, c.p, c.o); err == nil || !strings.Contains(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes written", name, err, b.Len())
		}
	}
}

func TestANarrowFrameLosesItsPackageBeforeItsName(t *testing.T) {
	p := folded(t, "main;example.com/quitelong/package.Name 15", "main;b 100")
	if svg := draw(t, p, flame.Options{Width: 500}); !strings.Contains(svg, ">Name</text>") {
		t.Errorf("drawn:\n%s", svg)
	}
	base := folded(t, "main;b 115")
	if svg := diff(t, base, p, flame.DiffOptions{Options: flame.Options{Width: 1500}}); !strings.Contains(svg, ">+13.0 Name</text>") {
		t.Errorf("drawn:\n%s", svg)
	}
}
