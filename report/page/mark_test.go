package page_test

import (
	"testing"

	"informerbench/report/page"
)

// By its mark a report is told from a file that somebody wrote, which must not be lost.
func TestReportsKnowThemselves(t *testing.T) {
	in, o := small(t)
	html, markdown := written(t, in, o)
	for text, want := range map[string]bool{
		html: true, markdown: true, html[:page.MarkWithin]: true, markdown[:page.MarkWithin]: true,
		"": false, "# Notes\n" + markdown: false, "<!DOCTYPE html>\n<title>my page</title>": false, "Unit ns/op better=lower\n": false,
	} {
		if got := page.IsReport([]byte(text)); got != want {
			t.Errorf("%.40q: a report is %t, want %t", text, got, want)
		}
	}
}
