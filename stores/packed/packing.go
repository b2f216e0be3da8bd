package packed

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"informerbench/stores/internal/version"
)

// packer turns objects into records. It is safe for concurrent use.
type packer struct {
	codec Codec
	types sync.Map      // from reflect.Type to *kind, which is nil if it has no coding
	books *atomic.Int64 // how many are alive; see newBook
}

// kind is what a packer knows about one type.
type kind struct {
	coding Coding
	books  *atomic.Int64
	// press is exchanged for one with a better dictionary from time to time. Whoever has
	// loaded one may go on with it.
	press atomic.Pointer[press]
	// mu guards the learner.
	mu      sync.Mutex
	learner learner
}

func newKind(coding Coding, books *atomic.Int64) *kind {
	k := &kind{coding: coding, books: books, learner: newLearner()}
	p, err := newPress(coding, dictionary{}, books)
	if err != nil {
		panic(fmt.Errorf("packed: the compression does not start: %w", err)) // the options are constants
	}
	k.press.Store(p)
	return k
}

// kindOf returns nil for a type whose objects are kept as they are.
func (p *packer) kindOf(t reflect.Type) *kind {
	if k, known := p.types.Load(t); known {
		return k.(*kind)
	}
	var k *kind
	if coding := p.codec.For(t); coding != nil {
		k = newKind(coding, p.books)
	}
	first, _ := p.types.LoadOrStore(t, k)
	return first.(*kind)
}

// kindFor returns the kind of an object that can be packed, else nil. Nil pointers are not:
// they have no content, and asking them for a version panics.
func (p *packer) kindFor(obj any) *kind {
	if obj == nil {
		return nil
	}
	if v := reflect.ValueOf(obj); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	return p.kindOf(reflect.TypeOf(obj))
}

// pack returns the record of an object, or the object itself where there is none.
func (p *packer) pack(obj any) any {
	return p.packBy(obj, func(k *kind, plain []byte) *press {
		k.learn(plain)
		return k.press.Load()
	})
}

func (p *packer) packBy(obj any, pressOf func(k *kind, plain []byte) *press) any {
	k := p.kindFor(obj)
	if k == nil {
		return obj
	}
	scratch := takeScratch()
	defer scratch.give()
	plain, err := k.coding.Append(scratch.bytes[:0], obj)
	if err != nil {
		return obj
	}
	scratch.bytes = plain
	rv, versioned := version.Of(obj)
	return pressOf(k, plain).record(plain, rv, versioned)
}
