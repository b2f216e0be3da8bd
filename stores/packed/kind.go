package packed

import (
	"encoding/binary"
	"errors"
	"sync/atomic"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// appendKind appends a TypeMeta, in one byte if it is empty, as those of typed clients are.
func appendKind(into []byte, t *metav1.TypeMeta) []byte {
	if *t == (metav1.TypeMeta{}) {
		return append(into, 0)
	}
	into = append(into, 1)
	into = appendText(into, t.Kind)
	return appendText(into, t.APIVersion)
}

func appendText(into []byte, text string) []byte {
	return append(binary.AppendUvarint(into, uint64(len(text))), text...)
}

// kinds remembers the last TypeMeta that was read: all objects of a store usually have the
// same, and then none of them needs strings of its own.
type kinds struct {
	last atomic.Pointer[metav1.TypeMeta]
}

var errCut = errors.New("the bytes of an object end too early")

// cut reads what appendKind has appended, and returns what follows it.
func (k *kinds) cut(data []byte) (t metav1.TypeMeta, rest []byte, err error) {
	if len(data) == 0 {
		return t, nil, errCut
	}
	if data[0] == 0 {
		return t, data[1:], nil
	}
	kind, rest, err := cutText(data[1:])
	if err != nil {
		return t, nil, err
	}
	version, rest, err := cutText(rest)
	if err != nil {
		return t, nil, err
	}
	if last := k.last.Load(); last != nil && last.Kind == string(kind) && last.APIVersion == string(version) {
		return *last, rest, nil
	}
	t = metav1.TypeMeta{Kind: string(kind), APIVersion: string(version)}
	k.last.Store(&t)
	return t, rest, nil
}

func cutText(data []byte) (text, rest []byte, err error) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return nil, nil, errCut
	}
	end := n + int(size)
	return data[n:end], data[end:], nil
}
