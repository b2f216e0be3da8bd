package e2e_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// The judge of the histories sees what it is there for.
func TestHistoryJudges(t *testing.T) {
	at := func(uid, v string) *metav1.PartialObjectMetadata {
		return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "a", UID: types.UID(uid), ResourceVersion: v}}
	}
	lost := func(uid, v string) any { return cache.DeletedFinalStateUnknown{Obj: at(uid, v)} }
	for _, c := range []struct {
		name string
		hear func(h *history)
		want string // empty: nothing is wrong
	}{
		{"a life", func(h *history) {
			h.OnAdd(at("1", "9"), true)
			h.OnUpdate(at("1", "9"), at("1", "10"))
			h.OnDelete(at("1", "11"))
			h.OnAdd(at("2", "12"), false)
			h.OnUpdate(at("2", "12"), at("3", "14"))
			h.OnDelete(lost("3", "14"))
		}, ""},
		{"added twice", func(h *history) { h.OnAdd(at("1", "1"), true); h.OnAdd(at("1", "2"), true) }, "and was there"},
		{"updated without an add", func(h *history) { h.OnUpdate(at("1", "1"), at("1", "2")) }, "and was not there"},
		{"updated from what was not there", func(h *history) {
			h.OnAdd(at("1", "1"), true)
			h.OnUpdate(at("1", "2"), at("1", "3"))
		}, "was updated from"},
		{"back to the past", func(h *history) { h.OnAdd(at("1", "2"), true); h.OnUpdate(at("1", "2"), at("1", "1")) }, "went back"},
		{"deleted twice", func(h *history) {
			h.OnAdd(at("1", "1"), true)
			h.OnDelete(at("1", "2"))
			h.OnDelete(at("1", "2"))
		}, "and was not there"},
		{"risen from the dead", func(h *history) {
			h.OnAdd(at("1", "1"), true)
			h.OnDelete(at("1", "5"))
			h.OnAdd(at("1", "4"), false)
		}, "after its deletion"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHistory()
			c.hear(h)
			said := strings.Join(h.problems, "; ")
			if (c.want == "") != (said == "") || !strings.Contains(said, c.want) {
				t.Errorf("the judge says %q, want %q", said, c.want)
			}
		})
	}
	h := newHistory()
	h.OnAdd(at("1", "1"), true)
	for name, final := range map[string]map[string]version{
		"an update": {"/a": {"1", 2}}, "a deletion": {}, "another object": {"/a": {"1", 1}, "/b": {"2", 1}},
	} {
		if h.arrived(final) == nil {
			t.Errorf("the judge did not miss %s", name)
		}
	}
	if err := h.arrived(map[string]version{"/a": {"1", 1}}); err != nil {
		t.Errorf("the judge missed what was there: %v", err)
	}
}
