package encoded

import (
	"bytes"
	"reflect"
	"unsafe"

	"k8s.io/apimachinery/pkg/api/resource"
)

// entries says what the values of a map with strings as keys are.
type entries uint8

const (
	unknownEntries entries = iota
	quantityEntries
	bytesEntries
)

func entriesOf(t reflect.Type) entries {
	switch {
	case t.Key().Kind() != reflect.String:
	case t.Elem() == quantityType:
		return quantityEntries
	case t.Elem() == reflect.TypeFor[[]byte]():
		return bytesEntries
	}
	return unknownEntries
}

// comparable tells whether a field with an action can be compared with bytes by itself. Else it is one of its
// message's others.
func (f *field) comparable() bool {
	return f.action != settled && (f.action != otherMap || f.entries != unknownEntries)
}

// eachEntry calls same for the entries of a map's run, and returns how many there are; -1 if one is
// different, or if the keys do not rise as every API server writes them: then one may come twice.
func eachEntry(run []byte, same func(key, value []byte) bool) int {
	count := 0
	var last []byte
	for ; len(run) > 0; count++ {
		var b []byte
		b, run = element(run)
		key, value, ok := keyAndValue(b)
		if !ok || count > 0 && bytes.Compare(key, last) <= 0 || !same(key, value) {
			return -1
		}
		last = key
	}
	return count
}

// sameTexts: a map without entries would not be there.
func sameTexts(held map[string]string, run []byte, drop string) bool {
	dropped := 0
	count := eachEntry(run, func(key, value []byte) bool {
		if drop != "" && string(key) == drop {
			dropped++
			return true
		}
		v, ok := held[string(key)]
		return ok && v == string(value)
	})
	return count >= 0 && count-dropped == len(held) && (len(held) > 0 || held == nil)
}

// sameEntries: a map whose keys are of a named type of strings is laid out, and hashed, as if they
// were strings.
func (f *field) sameEntries(was unsafe.Pointer, run []byte) bool {
	if f.entries == bytesEntries {
		held := *(*map[string][]byte)(was)
		return len(held) > 0 && len(held) == eachEntry(run, func(key, value []byte) bool {
			v, ok := held[string(key)]
			return ok && v != nil && bytes.Equal(v, value)
		})
	}
	held := *(*map[string]resource.Quantity)(was)
	return len(held) > 0 && len(held) == eachEntry(run, func(key, value []byte) bool {
		v, ok := held[string(key)]
		return ok && sameQuantity(v, value)
	})
}

// sameQuantity compares with a quantity's message, which has its text and nothing else. The text of an
// API server is the one that String gives; of v, a copy, it may be made now.
func sameQuantity(v resource.Quantity, message []byte) bool {
	const textTag = 1<<3 | wireBytes
	if len(message) == 0 || message[0] != textTag {
		return false
	}
	begin, end := sized(message, 1)
	return end == len(message) && v.String() == string(message[begin:end])
}
