package page_test

import (
	"strings"
	"testing"

	"informerbench/report/page"
)

// hostile are names that would do something if they were not escaped where they stand.
var hostile = []string{
	`</script><script>alert(1)</script>`,
	`"onload="alert(1)`,
	`'onmouseover='alert(1)`,
	`</title><img/src=x>`,
	`</style><b>bold</b>`,
	`javascript:alert(1)`,
	"\u202Edesrever\u202C",
	"zero\u200Bwidth",
	"`code`|cell|",
	`[link](https://example.invalid)`,
	`@someone`,
	`]]><!--`,
	`{{.Title}}`,
}

// hostileText puts each name into a subject, a key, a value, a unit, a measure and the configuration.
func hostileText() string {
	var b strings.Builder
	for _, name := range hostile {
		value := strings.ReplaceAll(name, "/", "∕") // a slash ends a value; what is left must still do nothing
		b.WriteString("cpu: " + name + "\nnote-x: " + name + "\n")
		for range 6 {
			b.WriteString("BenchmarkA" + value + "/informer=ours/store=" + value + "/queue=" + value + "/mix=" + value + "/k" + value + "=" + name + "-2 1 5 p99-" + value + "-ns 6 events/s\n")
			b.WriteString("BenchmarkStaleness/scenario=" + name + "/informer=clientgo/store=clientgo/queue=realfifo/objects=1-2 1 5 p99-visible-ns\n")
			b.WriteString("BenchmarkStaleness/scenario=" + name + "/informer=ours/store=" + value + "/queue=" + value + "/objects=1-2 1 5 p99-visible-ns\n")
		}
	}
	return b.String()
}

func TestHostileNamesAreText(t *testing.T) {
	in := read(t, hostileText())
	html, markdown := written(t, in, page.Options{
		Title:    hostile[0],
		Commands: hostile,
		Raw:      []page.File{{Name: `"><script>x</script>`, Data: []byte("x")}},
	})
	checkHTML(t, "hostile", html)
	wantAll(t, "the HTML", html, "&lt;/script&gt;&lt;script&gt;", "[U&#43;202E]desrever", "zero[U&#43;200B]width", "{{.Title}}")
	for _, r := range []string{"\u202E", "\u200B"} {
		if strings.Contains(html, r) || strings.Contains(markdown, r) {
			t.Errorf("%+q is on the page", r)
		}
	}
	outside := withoutCode(markdown)
	for _, bad := range []string{"<script", "<img", "<b>", "](https", "@someone"} {
		if strings.Contains(outside, bad) {
			t.Errorf("the Markdown has %q outside of code", bad)
		}
	}
}

// withoutCode leaves out what stands between backticks, and indented lines.
func withoutCode(markdown string) string {
	var b strings.Builder
	for line := range strings.Lines(markdown) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		line = strings.NewReplacer("\\`", "", `\]`, "").Replace(line)
		for i, part := range strings.Split(line, "`") {
			if i%2 == 0 {
				b.WriteString(part)
			}
		}
	}
	return b.String()
}

// A name in a table of the Markdown must not end its cell or its code.
func TestMarkdownTablesKeepTheirColumns(t *testing.T) {
	_, markdown := written(t, read(t, hostileText()), page.Options{})
	columns := 0
	for line := range strings.Lines(markdown) {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if columns == 0 {
			columns = n
		}
		if n != columns {
			t.Errorf("a line has %d columns, its table %d: %s", n, columns, line)
		}
	}
}
