package printable_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"informerbench/report/printable"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"Sync/store=mvcc-2 ±µ∞": "Sync/store=mvcc-2 ±µ∞",
		"\x1b[31mred":           "[U+001B][31mred",
		"a\r\nb\tc":             "a[U+000D][U+000A]b[U+0009]c",
		"\u202edesrever\u202c":  "[U+202E]desrever[U+202C]",
		"zero\u200bwidth\ufeff": "zero[U+200B]width[U+FEFF]",
		"line\u2028end\u0085":   "line[U+2028]end[U+0085]",
		"caf\xe9 \xff\xfe":      "caf[0xE9] [0xFF][0xFE]",
		"\ufffd is a character": "\ufffd is a character",
		"\x9b31m":               "[0x9B]31m", // a control sequence for terminals that read bytes
		"DEL\x7f":               "DEL[U+007F]",
	} {
		if got := printable.Text(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	if got := printable.Lines("a\n\tb\r\n\x1b"); got != "a\n\tb[U+000D]\n[U+001B]" {
		t.Errorf("of lines are left %q", got)
	}
}

func TestSafeTextStaysAsItIs(t *testing.T) {
	text := "Throughput/informer=ours/store=mvcc/objects=10000-2"
	if n := testing.AllocsPerRun(100, func() { printable.Text(text) }); n != 0 {
		t.Errorf("safe text takes %v allocations", n)
	}
}

func TestWhateverComesInWhatComesOutIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		out := printable.Text(in)
		if !utf8.ValidString(out) || strings.ContainsFunc(out, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) {
			t.Fatalf("%q became %q", in, out)
		}
		if again := printable.Text(out); again != out {
			t.Fatalf("%q, made safe once more, became %q", out, again)
		}
	})
}
