package e2e_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// check fails the test unless the informer holds what the server has and what the plain informer of the same view
// holds, and unless its handler was shown what that one's was.
func (h *holder) check(t *testing.T, server map[string]truth, reference *holder) {
	t.Helper()
	all := append(h.stored(server, reference), h.wasShown(reference)...)
	for _, problem := range all[:min(len(all), manyProblems)] {
		t.Errorf("%s %s", h, problem)
	}
	if len(all) > manyProblems {
		t.Errorf("%s: %d problems in all", h, len(all))
	}
	common := 0
	for key := range h.versions {
		if _, ok := reference.versions[key]; ok {
			common++
		}
	}
	if common < len(server) {
		t.Errorf("%s was shown %d versions, of which client-go's handler was shown %d, fewer than there are objects", h, len(h.versions), common)
	}
	h.history.check(t, h.String())
}

// manyProblems are enough of one informer.
const manyProblems = 3

// stored compares each object in the store with the server's and with client-go's.
func (h *holder) stored(server map[string]truth, reference *holder) (problems []string) {
	for _, key := range slices.Sorted(maps.Keys(server)) {
		got, ok := h.get(key)
		plain, there := reference.get(key)
		if !ok || !there {
			problems = append(problems, fmt.Sprintf("has no %s, or client-go's informer has none", key))
			continue
		}
		want := h.less(server[key].object)
		problems = add(problems, key, "the server's", difference(content(got), content(want), false))
		problems = add(problems, key, "client-go's", h.claimed(content(got), content(h.less(plain))))
		problems = add(problems, key, "the server's", h.recoded(got, want, server[key].encoding))
	}
	return problems
}

// wasShown compares each version that the handler was shown with what it was then, and with what client-go's was shown.
func (h *holder) wasShown(reference *holder) (problems []string) {
	for _, key := range slices.Sorted(maps.Keys(h.versions)) {
		one := h.versions[key]
		problems = add(problems, key, "what it was when the handler got it", difference(content(one.object), content(one.then), true))
		if plain, ok := reference.versions[key]; ok {
			problems = add(problems, key, "client-go's", difference(content(one.then), content(h.less(plain.then)), false))
		}
	}
	return problems
}

func add(problems []string, key, from, how string) []string {
	if how == "" {
		return problems
	}
	return append(problems, fmt.Sprintf("%s differs from %s at %s", key, from, how))
}

func (h *holder) get(key string) (runtime.Object, bool) {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil, false
	}
	o, ok, err := h.informer.GetStore().GetByKey(cache.NewObjectName(namespace, name).String())
	if !ok || err != nil {
		return nil, false
	}
	return o.(runtime.Object), true
}

// claimed compares in the sense that the form claims.
func (h *holder) claimed(got, want any) string {
	if h.form.claim == semantically {
		return ""
	}
	how := difference(got, want, true)
	if how == "" && h.form.claim == deeply && !reflect.DeepEqual(got, want) {
		return "a place that only reflect.DeepEqual sees"
	}
	return how
}

// recoded compares the encoding of what is held with the server's bytes, or, where something was stripped, with
// what they are without that.
func (h *holder) recoded(got, want runtime.Object, bytesThere []byte) string {
	bytesHere, err := encodingOf(got)
	if h.form.strips && err == nil {
		bytesThere, err = encodingOf(want)
	}
	if err != nil {
		return err.Error()
	}
	if bytes.Equal(bytesHere, bytesThere) {
		return ""
	}
	at := 0
	for at < min(len(bytesHere), len(bytesThere)) && bytesHere[at] == bytesThere[at] {
		at++
	}
	around := func(b []byte) []byte { return b[max(0, at-20):min(len(b), at+20)] }
	return fmt.Sprintf("byte %d of its encoding: got …%q…, want …%q…", at, around(bytesHere), around(bytesThere))
}

// less is what is to be left of an object: all, or a copy without what is stripped.
func (h *holder) less(o runtime.Object) runtime.Object {
	if !h.form.strips {
		return o
	}
	o = o.DeepCopyObject()
	m, err := meta.Accessor(o)
	if err != nil {
		panic(err) // all objects here have metadata
	}
	m.SetManagedFields(nil)
	left := m.GetAnnotations()
	if _, ok := left[corev1.LastAppliedConfigAnnotation]; ok {
		delete(left, corev1.LastAppliedConfigAnnotation)
		if len(left) == 0 {
			left = nil
		}
		m.SetAnnotations(left)
	}
	return o
}

// content is what is compared of an object: of a metadata-only one the metadata, since its kind is that of the
// answer it came in.
func content(o any) any {
	if p, ok := o.(*metav1.PartialObjectMetadata); ok {
		return &p.ObjectMeta
	}
	return o
}
