package compact

import (
	"reflect"
	"sync"
	"sync/atomic"
)

// maxKinds bounds how many kinds are counted apart. The kinds of unstructured objects
// are what a server says; one that made them up must not fill the memory.
const maxKinds = 1000

// kindCounts counts what was done to the objects of a kind.
type kindCounts struct {
	name             string
	typ              reflect.Type // nil if unstructured
	objects, changed atomic.Uint64
	paths            []pathCounts
}

type pathCounts struct{ values, bytes atomic.Uint64 }

// kindKey is a Go type, or the kind of an unstructured object.
type kindKey struct {
	typ              reflect.Type
	apiVersion, kind string
}

// kindTable finds the counts of a kind.
type kindTable struct {
	paths int // how many there are; set before the first use

	// known is replaced as a whole, so that finding a kind takes no lock. mu lets one at
	// a time replace it: without it a kind that two add at once would lose one's counts.
	mu    sync.Mutex
	known atomic.Pointer[map[kindKey]*kindCounts]
}

func (t *kindTable) typed(typ reflect.Type) *kindCounts { return t.find(kindKey{typ: typ}) }

func (t *kindTable) dynamic(object map[string]any) *kindCounts {
	apiVersion, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	return t.find(kindKey{apiVersion: apiVersion, kind: kind})
}

func (t *kindTable) all() map[kindKey]*kindCounts {
	if known := t.known.Load(); known != nil {
		return *known
	}
	return nil
}

func (t *kindTable) find(key kindKey) *kindCounts {
	if c := t.all()[key]; c != nil {
		return c
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.all()
	if len(known) >= maxKinds {
		key = kindKey{kind: "(other kinds)"}
	}
	if c := known[key]; c != nil {
		return c
	}
	c := &kindCounts{name: key.String(), typ: key.typ, paths: make([]pathCounts, t.paths)}
	next := make(map[kindKey]*kindCounts, len(known)+1)
	for k, v := range known {
		next[k] = v
	}
	next[key] = c
	t.known.Store(&next)
	return c
}

// String is how people call the kind: v1.Pod for a Go type, example.com/v1 Widget otherwise.
func (k kindKey) String() string {
	switch {
	case k.typ != nil:
		return k.typ.String()
	case k.apiVersion == "":
		return k.kind
	}
	return k.apiVersion + " " + k.kind
}
