package e2e_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// dice draw what objects have, and what is changed in them.
type dice struct{ *rand.Rand }

// text is anything that an annotation may hold.
func (d dice) text() string {
	texts := []string{"", "a", "Grüße, 世界 🎉", "null", "0", `{"a":[1,{"b":null}]}`, "<&>\u2028\u2029", "line\r\nline\n\ttab", "\u0001\u007f\u00ad", strings.Repeat("long ", 500)}
	return texts[d.IntN(len(texts))]
}

// word is anything that a label may hold.
func (d dice) word() string {
	words := []string{"", "a", "A-b_c.9", strings.Repeat("x", 63), "true", "0"}
	return words[d.IntN(len(words))]
}

func (d dice) bytes() string {
	b := make([]byte, d.IntN(300))
	for i := range b {
		b[i] = byte(d.Uint32())
	}
	return base64.StdEncoding.EncodeToString(b)
}

// furnish gives an object labels, annotations, and data if its kind has any, which the server accepts.
func (d dice) furnish(o *unstructured.Unstructured) {
	labels, annotations := o.GetLabels(), o.GetAnnotations()
	if labels == nil {
		labels = map[string]string{}
	}
	if annotations == nil {
		annotations = map[string]string{}
	}
	for i := range d.IntN(4) {
		labels[fmt.Sprintf("example.com/label-%d", i)] = d.word()
		annotations[fmt.Sprintf("example.com/note-%d", i)] = d.text()
	}
	o.SetLabels(labels)
	o.SetAnnotations(annotations)
	switch o.GetKind() {
	case "ConfigMap":
		o.Object["data"].(map[string]any)["drawn"] = d.text()
		o.Object["binaryData"].(map[string]any)["drawn-bytes"] = d.bytes()
		o.Object["immutable"] = d.IntN(2) == 0
	case "Secret":
		o.Object["data"].(map[string]any)["drawn"] = d.bytes()
	case "Gadget":
		o.Object["spec"].(map[string]any)["raw"].(map[string]any)["drawn"] = d.tree(4)
	}
}

// tree is anything that JSON can say.
func (d dice) tree(depth int) any {
	kinds := 8
	if depth == 0 {
		kinds = 6
	}
	switch d.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return d.IntN(2) == 0
	case 2:
		return d.Int64() - d.Int64()
	case 3:
		return d.NormFloat64()
	case 4, 5:
		return d.text()
	case 6:
		m := map[string]any{}
		for range d.IntN(5) {
			m[d.text()] = d.tree(depth - 1)
		}
		return m
	}
	s := []any{}
	for range d.IntN(5) {
		s = append(s, d.tree(depth-1))
	}
	return s
}

// place is where a value lies in the content of an object.
type place struct {
	value  any
	set    func(any)
	remove func() // nil in a list
}

// change changes one or two things, wherever they are but for what makes the object itself.
func (d dice) change(content any) {
	for range 1 + d.IntN(2) {
		if all := places(content, nil, ""); len(all) > 0 {
			d.changeAt(all[d.IntN(len(all))])
		}
	}
}

// places are all places below a value, always in the same order.
func places(v any, all []place, path string) []place {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			below := path + "." + key
			if slices.Contains(itself, below) {
				continue
			}
			if below != ".metadata" {
				all = append(all, place{v[key], func(x any) { v[key] = x }, func() { delete(v, key) }})
			}
			all = places(v[key], all, below)
		}
	case []any:
		for i := range v {
			all = append(all, place{v[i], func(x any) { v[i] = x }, nil})
			all = places(v[i], all, path+"[]")
		}
	}
	return all
}

// itself is what makes an object this one, or is the server's.
var itself = []string{
	".apiVersion", ".kind", ".metadata.name", ".metadata.namespace", ".metadata.uid", ".metadata.resourceVersion",
	".metadata.creationTimestamp", ".metadata.generation", ".metadata.managedFields",
}

func (d dice) changeAt(p place) {
	if roll := d.IntN(12); roll == 0 {
		p.set(nil)
		return
	} else if roll < 4 && p.remove != nil {
		p.remove()
		return
	}
	switch v := p.value.(type) {
	case nil:
		p.set(d.text())
	case bool:
		p.set(!v)
	case int64:
		p.set([]int64{0, 1, v + 1, -v, 1<<31 - 1}[d.IntN(5)])
	case float64:
		p.set(v + 0.25)
	case string:
		p.set([]string{d.text(), d.word(), v + "-x", "x" + v, strings.ToUpper(v)}[d.IntN(5)])
	case []any:
		p.set([]any{})
	default:
		p.set(map[string]any{})
	}
}
