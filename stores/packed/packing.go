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
	codec      Codec
	effort     effort
	processors int           // for what is many
	types      sync.Map      // from reflect.Type to *kind, which is nil if it has no coding
	books      *atomic.Int64 // how many are alive; see newBook
}

// kind is what a packer knows about one type.
type kind struct {
	of     reflect.Type
	coding Coding
	effort effort
	books  *atomic.Int64
	// press is exchanged for one with a better dictionary from time to time. Whoever has
	// loaded one may go on with it.
	press atomic.Pointer[press]
	// mu guards the learner.
	mu      sync.Mutex
	learner learner
}

func newKind(t reflect.Type, coding Coding, e effort, books *atomic.Int64) *kind {
	k := &kind{of: t, coding: coding, effort: e, books: books, learner: newLearner()}
	p, err := newPress(k, dictionary{})
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
		k = newKind(t, coding, p.effort, p.books)
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

// pack returns the record of an object, or the object itself where there is none. It returns old,
// which may be nil, if that is a record of the same version and content.
func (p *packer) pack(obj any, old *record) any {
	return p.packBy(obj, old, false, func(k *kind, plain []byte) *press {
		k.learn(plain)
		return k.press.Load()
	})
}

// packBy is pack by a press. With anyBook old stays whatever dictionary it was packed by, and nothing is learned from what
// has not changed.
func (p *packer) packBy(obj any, old *record, anyBook bool, pressOf func(k *kind, plain []byte) *press) any {
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
	if anyBook && old != nil && old.book.of == k.of && old.holds(plain, rv, versioned) {
		return old
	}
	by := pressOf(k, plain)
	// What was packed by another dictionary is packed again: the present one is better.
	if !anyBook && old != nil && old.book == by.book && old.holds(plain, rv, versioned) {
		return old
	}
	return by.record(plain, rv, versioned)
}
