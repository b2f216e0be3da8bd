package page_test

import (
	"os"
	"strings"
	"testing"

	"informerbench/report"
	"informerbench/report/page"
)

func TestPageIsAsInTheGoldenFiles(t *testing.T) {
	in, o := small(t)
	html, markdown := written(t, in, o)
	golden(t, "small.html", html)
	golden(t, "small.md", markdown)
}

// The same results give the same bytes: a committed report shows what has changed.
func TestPageIsDeterministic(t *testing.T) {
	in, o := small(t)
	first, firstMD := written(t, in, o)
	for range 3 {
		if html, md := written(t, in, o); html != first || md != firstMD {
			t.Fatal("two pages of the same results differ")
		}
	}
}

// The committed results make pages that are valid and not too heavy.
func TestCommittedResultsMakePages(t *testing.T) {
	for _, dir := range []string{"10k-100k", "stores/10k-100k", "informer/readers"} {
		path := "../../results/" + dir + "/bench.txt"
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		in, err := report.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		html, markdown := written(t, in, page.Options{Raw: []page.File{{Name: "bench.txt", Data: data}}})
		if len(html) > 2_000_000 {
			t.Errorf("%s: the page has %d bytes", dir, len(html))
		}
		if len(markdown) > 65_000 {
			t.Errorf("%s: the Markdown has %d bytes, more than a comment can hold", dir, len(markdown))
		}
		checkHTML(t, dir, html)
		if !strings.Contains(html, `role="img"`) {
			t.Errorf("%s: no chart", dir)
		}
		t.Logf("%s: %d kB of HTML, %d kB of Markdown", dir, len(html)/1000, len(markdown)/1000)
	}
}

func TestNothingToReportIsAnError(t *testing.T) {
	if _, err := page.Build(&report.Input{}, page.Options{}); err == nil || !strings.Contains(err.Error(), "make bench") {
		t.Errorf("error %v does not say what to do", err)
	}
}
