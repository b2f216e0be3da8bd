package workload

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// paddingKey is the annotation that makes an object as large as the settings say.
const paddingKey = "bench.example.com/padding"

// paddingOverhead is what the annotation takes beside its text, in either encoding.
const paddingOverhead = len(paddingKey) + 10

// padTo pads an object that nobody else has yet up to an encoded size, if it is smaller. Its text
// comes from dice of its own, as random as UIDs are: nothing shares it and nothing compresses it.
func padTo(o runtime.Object, size int, d dice) {
	missing := size - encodedSize(o) - paddingOverhead
	if missing <= 0 {
		return
	}
	text := make([]byte, 0, missing+16)
	for len(text) < missing {
		text = appendHex(text, d.pcg.Uint64(), 16)
	}
	m := o.(metav1.Object)
	annotations := maps.Clone(m.GetAnnotations()) // of a typed object they may be its template's
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[paddingKey] = string(text[:missing])
	m.SetAnnotations(annotations)
}

func encodedSize(o runtime.Object) int {
	if sized, ok := o.(interface{ Size() int }); ok {
		return sized.Size()
	}
	if u, ok := o.(*unstructured.Unstructured); ok {
		data, err := u.MarshalJSON()
		if err == nil {
			return len(data)
		}
	}
	return 0
}

// bytesOf is the size to pad a resource's objects to, 0 for none.
func (s *Settings) bytesOf(r Resource) int {
	if s == nil {
		return 0
	}
	return s.ObjectBytes[r]
}

// paddedMaker pads what a maker makes.
func (l *layout) paddedMaker(r Resource, draft func(int, uint64) runtime.Object) func(int, uint64) runtime.Object {
	size := l.settings.bytesOf(r)
	if size == 0 {
		return draft
	}
	kind := scramble(uint64(len(r))<<8 | uint64(r[0])) // apart from other resources' texts
	return func(i int, version uint64) runtime.Object {
		o := draft(i, version)
		padTo(o, size, newDice(l.seed, domainPadding, kind^uint64(i)))
		return o
	}
}
