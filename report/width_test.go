package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"informerbench/report"
)

// Any width from the least on is kept by all lines of tables; below it, one is not.
func TestWidthsAreKeptFromTheLeastOn(t *testing.T) {
	in, err := report.Read("testdata/stores.txt")
	if err != nil {
		t.Fatal(err)
	}
	c := compareStores(t, in)
	for _, transposed := range []bool{false, true} {
		least := c.LeastWidth(report.Layout{Transposed: transposed})
		if least < 20 {
			t.Fatalf("the least width is %d", least)
		}
		for width := least - 1; width < least+40; width++ {
			widest := widestLine(t, c, report.Layout{Width: width, Transposed: transposed})
			if keeps := widest <= width; keeps != (width >= least) {
				t.Errorf("transposed %v: with a width of %d the widest line has %d; the least width is %d", transposed, width, widest, least)
			}
		}
	}
}

// widestLine is that of the tables, which end where the notes begin.
func widestLine(t *testing.T, c *report.Comparison, l report.Layout) (widest int) {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteText(&b, l); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "note: ") || strings.HasPrefix(line, "warning: ") || strings.HasPrefix(line, "A/A ") || strings.HasPrefix(line, "[") {
			break
		}
		widest = max(widest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
	}
	return widest
}
