package storetest

import (
	"errors"
	"fmt"
	"strings"

	"informerbench/stores"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// object is what the suite stores, besides nil and plain strings: it has
// metadata, and fields from which the index functions below take their values.
type object struct {
	metav1.ObjectMeta
	tags   string   // split on commas
	many   []string // as they are, duplicates included
	broken bool     // makes the index "picky" fail

	// The checks of consistency know an object by these, see generation.go.
	position, generation int
	visitor              bool
}

var _ metav1.Object = (*object)(nil)

func (o *object) String() string {
	return fmt.Sprintf("%s/%s@%s tags=%q many=%q broken=%v", o.Namespace, o.Name, o.ResourceVersion, o.tags, o.many, o.broken)
}

func newObject(namespace, name, rv string) *object {
	return &object{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, ResourceVersion: rv}}
}

func tagged(name, tags string) *object {
	o := newObject("ns", name, "1")
	o.tags = tags
	return o
}

var errBroken = errors.New("the object is broken")

// shapes are index functions of every shape that stores tell apart. Each takes
// any object, for a store may hold others than *object.
var shapes = cache.Indexers{
	// single: one value for each object, which can change.
	"single": func(obj any) ([]string, error) {
		return pick(obj, func(o *object) []string { return []string{o.Namespace} })
	},
	// commas: a label split on commas, the empty value included.
	"commas": func(obj any) ([]string, error) {
		return pick(obj, func(o *object) []string { return strings.Split(o.tags, ",") })
	},
	// many: none, one or several values, possibly one of them twice.
	"many": func(obj any) ([]string, error) { return pick(obj, func(o *object) []string { return o.many }) },
	// constant: all objects under one value.
	"constant": func(any) ([]string, error) { return []string{"all"}, nil },
	// none: no object at all.
	"none": func(any) ([]string, error) { return []string{}, nil },
	// picky: fails for broken objects.
	"picky": func(obj any) ([]string, error) {
		if o, ok := obj.(*object); ok && o.broken {
			return nil, errBroken
		}
		return pick(obj, func(o *object) []string { return []string{o.Name} })
	},
	// label: at most one value, by the single-valued form.
	"label": stores.Single(func(obj any) (string, bool, error) {
		o, ok := obj.(*object)
		if !ok || o.tags == "" {
			return "", false, nil
		}
		return o.tags[:1], true, nil
	}),
	// type: every object of any type has exactly one value.
	"type": stores.Single(func(obj any) (string, bool, error) { return fmt.Sprintf("%T", obj), true, nil }),
	// namespace: a user's function under the name of the built-in one.
	cache.NamespaceIndex: func(obj any) ([]string, error) {
		return pick(obj, func(o *object) []string { return []string{"not/" + o.Name, o.Namespace} })
	},
	// meta: the built-in namespace function under another name. It fails for objects
	// without metadata.
	"meta": cache.MetaNamespaceIndexFunc,
}

// pick gives objects without fields no values.
func pick(obj any, values func(*object) []string) ([]string, error) {
	if o, ok := obj.(*object); ok {
		return values(o), nil
	}
	return nil, nil
}

// only returns the named shapes.
func only(names ...string) cache.Indexers {
	some := cache.Indexers{}
	for _, name := range names {
		some[name] = shapes[name]
	}
	return some
}
