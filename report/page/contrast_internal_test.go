package page

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var cssVariable = regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`)

// schemes are the colours of the light and of the dark page.
func schemes(t *testing.T) map[string]map[string]string {
	t.Helper()
	light, rest, ok := strings.Cut(style, "@media (prefers-color-scheme: dark)")
	dark, _, ok2 := strings.Cut(rest, "* {")
	if !ok || !ok2 {
		t.Fatal("the style has no dark colours where they are expected")
	}
	out := map[string]map[string]string{"light": {}, "dark": {}}
	for name, text := range map[string]string{"light": light, "dark": dark} {
		for _, m := range cssVariable.FindAllStringSubmatch(text, -1) {
			out[name][m[1]] = m[2]
		}
	}
	return out
}

// luminance and contrast are those of WCAG 2.2.
func luminance(hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text needs a contrast of 4.5, marks of 3, in both schemes.
func TestColoursHaveContrast(t *testing.T) {
	for scheme, c := range schemes(t) {
		if len(c) < 18 {
			t.Fatalf("%s: %d colours", scheme, len(c))
		}
		for _, ground := range []string{"bg", "card"} {
			for name, least := range map[string]float64{
				"fg": 7, "soft": 4.5, "link": 4.5, "better": 4.5, "worse": 4.5, "again": 3,
				"c0": 3, "c1": 3, "c2": 3, "c3": 3, "c4": 3, "c5": 3, "c6": 3, "c7": 3,
			} {
				if got := contrast(c[name], c[ground]); got < least {
					t.Errorf("%s: %s on %s has a contrast of %.2f, less than %.1f", scheme, name, ground, got, least)
				}
			}
		}
		if got := contrast(c["warn-fg"], c["warn-bg"]); got < 4.5 {
			t.Errorf("%s: a warning has a contrast of %.2f", scheme, got)
		}
	}
}
