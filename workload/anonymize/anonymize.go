package anonymize

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// Anonymizer replaces texts in objects. It is not safe for concurrent use. It remembers
// what it has replaced lately, in some ten MB at most.
type Anonymizer struct {
	prf   *prf
	plans map[planKey]visit

	cache      map[cacheKey]string
	cacheBytes int
}

type cacheKey struct {
	kind byte
	text string
}

// Bounds of the cache, in bytes of text: of all, and of one.
const (
	maxCache      = 4 << 20
	maxCacheEntry = 16 << 10
	entryOverhead = 100
)

// New returns an Anonymizer for a key. The same key gives the same replacements.
func New(k Key) *Anonymizer {
	return &Anonymizer{prf: newPRF(k), plans: map[planKey]visit{}, cache: map[cacheKey]string{}}
}

// Object replaces the texts of an object in place; nobody else may hold it. It takes
// pointers to the types of the Kubernetes API, and unstructured objects. A Pod of 8 KB takes
// some tens of microseconds, or a few hundred when nothing in it was seen lately.
func (a *Anonymizer) Object(o runtime.Object) error {
	if u, ok := o.(*unstructured.Unstructured); ok {
		a.unstructured(u.Object)
		return nil
	}
	v := reflect.ValueOf(o)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("cannot anonymize a %T", o)
	}
	if visit := a.plan(v.Elem().Type(), ruleDefault); visit != nil {
		visit(a, v.Elem())
	}
	return nil
}

// cached returns what replace makes of s, of which it keeps a copy: s may be a part of a
// large text.
func (a *Anonymizer) cached(kind byte, s string, replace func(string) string) string {
	if found, ok := a.cache[cacheKey{kind, s}]; ok {
		return found
	}
	replaced := replace(s)
	if len(s) > maxCacheEntry {
		return replaced
	}
	if a.cacheBytes > maxCache {
		clear(a.cache)
		a.cacheBytes = 0
	}
	a.cache[cacheKey{kind, string([]byte(s))}] = replaced
	a.cacheBytes += 2*len(s) + entryOverhead
	return replaced
}
