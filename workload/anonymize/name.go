package anonymize

import "strings"

// name replaces a name, or anything that looks like one: a label's value, an image, a path, an
// address. What does not look like one is replaced as a whole. Well-known words stay.
func (a *Anonymizer) name(s string) string {
	if s == "" || wellKnownWords[s] {
		return s
	}
	return a.cached('n', s, func(s string) string {
		if address, ok := a.address(s); ok {
			return address
		}
		if strings.ContainsFunc(s, func(r rune) bool { return !isAlphanumeric(r) && !isSeparator(r) }) {
			return a.text(s)
		}
		return a.segments(s)
	})
}

// key replaces the key of a label, an annotation, a taint or a finalizer.
func (a *Anonymizer) key(s string) string {
	if wellKnownKeys[s] {
		return s
	}
	return a.name(s)
}

// text replaces the whole by letters and digits.
func (a *Anonymizer) text(s string) string {
	return a.cached('t', s, func(s string) string {
		return string(a.prf.letters(domainText, []byte(s), len(s), lower))
	})
}

func isAlphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
}

func isSeparator(r rune) bool { return strings.ContainsRune("-._/:@", r) }

// fixed are the beginnings that say of which kind an image or an ID is.
var fixed = []string{"sha256:", "docker://", "containerd://", "cri-o://", "docker-pullable://", "https://", "http://"}

// segments replaces what stands between separators.
func (a *Anonymizer) segments(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	for i := 0; i < len(s); {
		rest := s[i:]
		if isSeparator(rune(s[i])) {
			out.WriteByte(s[i])
			i++
			continue
		}
		n := strings.IndexFunc(rest, isSeparator)
		if n < 0 {
			n = len(rest)
		}
		if prefix := fixedPrefix(rest); prefix != "" && (i == 0 || s[i-1] == '@') {
			out.WriteString(prefix)
			i += len(prefix)
			continue
		}
		if isUID(rest) {
			out.WriteString(a.uid(rest[:uidLength]))
			i += uidLength
			continue
		}
		out.WriteString(a.segment(rest[:n]))
		i += n
	}
	return out.String()
}

func fixedPrefix(s string) string {
	for _, p := range fixed {
		if strings.HasPrefix(s, p) {
			return p
		}
	}
	return ""
}

const uidLength = len("00000000-0000-0000-0000-000000000000")

// isUID tells whether s begins with a UID that is a segment, or several, of its own.
func isUID(s string) bool {
	if len(s) < uidLength || len(s) > uidLength && !isSeparator(rune(s[uidLength])) {
		return false
	}
	for i := range uidLength {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash && s[i] != '-' || !dash && strings.IndexByte(hexadec, s[i]) < 0 {
			return false
		}
	}
	return true
}

// uid replaces a UID by one of version 4. Another form of UID is replaced as a name.
func (a *Anonymizer) uid(s string) string {
	if len(s) != uidLength || !isUID(s) {
		return a.name(s)
	}
	return a.cached('u', s, func(s string) string {
		out := a.prf.letters(domainUID, []byte(s), len(s), hexadec)
		out[8], out[13], out[18], out[23] = '-', '-', '-', '-'
		out[14], out[19] = '4', "89ab"[strings.IndexByte(hexadec, out[19])%4]
		return string(out)
	})
}
