package compact

import (
	"strings"
	"unsafe"
)

// textPart is the id of strings in the table, mapPart and on those of maps; types follow.
const (
	textPart    = 1
	mapPart     = 2
	loosePart   = 8
	firstLayout = 16
)

// minText is the length from which a string is looked up: shorter ones take 8 bytes, an entry about 60, and they are
// mostly the sibling's.
const minText = 8

// text returns the copy to use of a string, which may be its own. x and y are the addresses of strings of
// the same field, or nil.
func (w *walker) text(at *site, s string, x, y unsafe.Pointer) string {
	if s == "" {
		return s
	}
	if x != nil {
		if t := *(*string)(x); t == s {
			return w.instead(t, s)
		}
	}
	if y != nil {
		if t := *(*string)(y); t == s {
			return w.instead(t, s)
		}
	}
	return w.loneText(at, s)
}

// instead counts that t is used instead of s, if it is another copy.
func (w *walker) instead(t, s string) string {
	if unsafe.StringData(t) != unsafe.StringData(s) {
		w.counted.Strings++
		w.counted.Bytes += int64(len(s))
	}
	return t
}

func (w *walker) loneText(at *site, s string) string {
	if len(s) < minText {
		return s
	}
	for _, t := range w.recent {
		if t == s {
			return w.instead(t, s)
		}
	}
	if t, ok := w.knownText(at, s); ok {
		return w.instead(t, s)
	}
	w.recent[w.next%len(w.recent)] = s
	w.next++
	return s
}

// knownText returns the copy of a string that others have as well.
func (w *walker) knownText(at *site, s string) (string, bool) {
	if at.rests() {
		return s, false
	}
	if i := w.s.options.Interner; i != nil {
		t := i.String(s)
		if unsafe.StringData(t) == unsafe.StringData(s) {
			return s, false
		}
		at.hit()
		return t, true
	}
	t := &w.s.table
	hash := mix(textPart, t.hashText(s))
	if p := t.find(hash, textPart, len(s)); p != nil && unsafe.String((*byte)(p), len(s)) == s {
		at.hit()
		w.counted.Found++
		return unsafe.String((*byte)(p), len(s)), true
	}
	if !w.s.door.seen(hash, w.object) {
		return s, false
	}
	at.hit()
	w.counted.Entered++
	c := strings.Clone(s) // s may be a piece of something larger, which would then stay
	t.put(hash, textPart, len(c), unsafe.Pointer(unsafe.StringData(c)))
	return c, true
}
