package storetest

import (
	"reflect"
	"slices"
)

// content is the whole store at a moment, in the order of positions.
func (h herd) content(m moment) map[string]any {
	items := standStill(map[string]any{})
	generation := m.generation()
	for i := range h.size {
		if h.there(i, generation) {
			items[herdKey(i)] = h.object(i, h.label(i, generation))
		}
	}
	for x := range drifters {
		if drifted := drifterAt(x, m); drifted >= 0 {
			items[driftKey(x)] = drifterObject(x, drifted)
		}
	}
	items[markerKey] = marker(generation)
	return items
}

func marker(generation int) *object {
	o := newObject("herd", markerKey, at(generation, 0).version())
	o.generation = generation
	return o
}

func drifterObject(x, generation int) *object {
	o := newObject("herd", driftKey(x), at(generation, x+1).version())
	o.position, o.generation = x, generation
	return o
}

// selection is the part of the store that an answer shows: all, or one index value.
type selection struct {
	index, value string
}

var (
	everything = selection{"constant", "all"}
	drifting   = selection{"place", "drift/"}
)

// drifts tells whether single writes change what the selection shows.
func (sel selection) drifts() bool { return sel == everything || sel == drifting }

func (h herd) selections() []selection {
	all := []selection{everything}
	for n := range herdValues {
		all = append(all, selection{"place", placeName(n)})
	}
	for n := range 3 {
		all = append(all, selection{"group", groupName(n)})
	}
	return append(all, drifting, selection{"type", "string"}, selection{"type", "storetest.labels"})
}

// addedPrefix is how indexes are called that join while readers run: they are as "place".
const addedPrefix = "added-"

// has tells whether an object belongs to the selection.
func (h herd) has(sel selection, obj any) bool {
	switch sel.index {
	case "constant":
		return true
	case "type":
		return reflect.TypeOf(obj).String() == sel.value
	case "group":
		values, _ := h.groups(obj)
		return slices.Contains(values, sel.value)
	}
	value, ok, _ := h.place(obj)
	return ok && value == sel.value
}

// expected is what the selection shows at a moment, keys with generations.
func (h herd) expected(sel selection, m moment) map[string]int {
	want := map[string]int{}
	add := func(key string, obj any, generation int) {
		if h.has(sel, obj) {
			want[key] = generation
		}
	}
	generation := m.generation()
	for i := range h.size {
		if h.there(i, generation) {
			label := h.label(i, generation)
			add(herdKey(i), h.object(i, label), label)
		}
	}
	for x := range drifters {
		if drifted := drifterAt(x, m); drifted >= 0 {
			add(driftKey(x), drifterObject(x, drifted), drifted)
		}
	}
	if sel == everything {
		want[markerKey] = generation
		for i, o := range standingObjects {
			want[churnKey(i)] = o.generation
		}
	}
	return want
}
