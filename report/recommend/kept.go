package recommend

import (
	"slices"
	"strings"
)

// What results call the ways to keep objects, in the key kept; several at once are joined by dashes.
const (
	keptPlain   = "plain"   // as they were decoded
	keptIntern  = "intern"  // one copy of each repeated string
	keptStrip   = "strip"   // without what nobody reads
	keptTokens  = "tokens"  // with strip: nor the volumes with tokens of service accounts
	keptShare   = "share"   // one copy of each repeated part
	keptEncoded = "encoded" // the same, found before decoding
	keptPacked  = "packed"  // compressed, decoded by each read
)

// KeptNames lists the ways to keep objects that are measured, in ascending order of what they change.
func KeptNames() []string {
	return []string{
		keptPlain, keptIntern, keptStrip, keptShare, keptEncoded,
		keptStrip + "-" + keptShare, keptStrip + "-" + keptTokens + "-" + keptShare, keptStrip + "-" + keptEncoded, keptPacked,
		keptPacked + "-" + keptEncoded,
	}
}

// What a cluster can allow to be lost.
const (
	// AllowStrip: fields of the objects.
	AllowStrip = "strip"
	// AllowCopies: that a read returns the very object that was stored, and the time of reads.
	AllowCopies = "copies"
)

// Allowances lists the words of [Cluster].Allow. A way to keep objects that loses something is recommended only if
// that is allowed.
func Allowances() []string { return []string{AllowStrip, AllowCopies} }

// needed is the allowance that a part of a way needs.
var needed = map[string]string{keptStrip: AllowStrip, keptPacked: AllowCopies}

// losses say what is lost by what is allowed.
var losses = map[string]string{
	AllowStrip: "managedFields and the last-applied annotation are not in the cache, and an object from it that is sent back with Update " +
		"loses them on the server: patch, or read from the server what is updated",
	AllowCopies: "reads return copies that equal what is stored and are not identical objects, and a Get of what the store's small cache does not " +
		"hold decodes it, a List each object",
}

// loses says what the way loses by what is allowed.
func (s Subject) loses(word string) string {
	if word == AllowStrip && s.has(keptTokens) {
		return "the volumes with tokens of service accounts, their mounts, " + losses[word]
	}
	return losses[word]
}

// sharing is no loss, but says what a fault that was always one does now.
const sharing = "objects share parts: a handler that writes into an object changes all that have the part, and races with their readers"

func (s Subject) keptParts() []string { return strings.Split(s.Kept, "-") }

func (s Subject) has(part string) bool { return slices.Contains(s.keptParts(), part) }

// needs lists the allowances that the way needs, in their order.
func (s Subject) needs() (out []string) {
	for _, word := range Allowances() {
		if slices.ContainsFunc(s.keptParts(), func(part string) bool { return needed[part] == word }) {
			out = append(out, word)
		}
	}
	return out
}

// unknownPart is a part of the way that this program knows nothing of, and so not what it loses; empty if there is none.
func (s Subject) unknownPart() string {
	for _, part := range s.keptParts() {
		if !slices.ContainsFunc(KeptNames(), func(name string) bool { return slices.Contains(strings.Split(name, "-"), part) }) {
			return part
		}
	}
	return ""
}

// ourStore is what our informers are measured over where results name no store.
const ourStore = "mvcc"

// keptStore is the store that answers reads, and so states what is guaranteed.
func (s Subject) keptStore(offers []Offer) string {
	switch {
	case s.has(keptPacked):
		return keptPacked
	case s.Store != "":
		return s.Store
	case s.Informer == Base.Informer:
		return Base.Store
	}
	if name, ok := strings.CutPrefix(s.Informer, "ours-"); ok {
		if _, known := find(offers, name); known {
			return name
		}
	}
	return ourStore
}

// keptChanges counts what a program exchanges or adds.
func (s Subject) keptChanges() int {
	n := len(s.keptParts())
	if s.Kept == keptPlain {
		n = 0
	}
	if s.Informer != Base.Informer {
		n++
	}
	return n
}
