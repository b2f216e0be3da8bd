package e2e_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	compacting "informerbench/compact" // a fault is called compact
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
	"informerbench/wire"
)

// form is a way to keep objects, by an informer of each kind, and what is claimed of them.
type form struct {
	name   string
	view   view
	from   source
	build  building
	claim  claim
	strips bool // managedFields and the last-applied annotation are gone
	// proof says whether the form did what it is named for. It may be nil.
	proof func() error
}

type building func(lw cache.ListerWatcher, example runtime.Object) (cache.SharedIndexInformer, error)

// claim is in what sense an object is what the plain informer of client-go holds. Semantic equality, and
// that it is encoded to the same bytes, hold in any case.
type claim int

const (
	semantically claim = iota
	withNil            // and what is empty is not nil
	deeply             // reflect.DeepEqual
)

func forms(t *testing.T) []*form {
	return append(append(typedForms(t), dynamicForms(t)...), metadataForms(t)...)
}

func typedForms(t *testing.T) []*form {
	v := typedView
	alone, first := newStripper(t), newStripper(t)
	interner, both := compacting.NewInterner(compacting.InternOptions{}), compacting.NewInterner(compacting.InternOptions{})
	sharer, last := watchedSharer(), watchedSharer()
	whole := encoded.New(encoded.Options{})
	less, rest := encoded.New(encoded.Options{StripManagedFields: true, StripLastApplied: true}), newStripper(t)
	var packs packs
	return []*form{
		{name: "client-go", view: v, from: v.plain, build: clientGoWith(), claim: deeply},
		{name: "client-go, stripped", view: v, from: v.plain, build: clientGoWith(alone), claim: deeply, strips: true, proof: hasStripped(alone)},
		{name: "client-go, interned", view: v, from: v.plain, build: clientGoWith(interner), claim: deeply, proof: hasInterned(interner)},
		{name: "client-go, shared", view: v, from: v.plain, build: clientGoWith(sharer), claim: deeply, proof: hasShared(sharer)},
		{name: "client-go, stripped, interned, shared", view: v, from: v.plain, build: clientGoWith(first, both, last),
			claim: deeply, strips: true, proof: hasShared(last)},
		{name: "ours over wire, encoded", view: v, from: v.overWire(wire.Options{Compact: whole}),
			build: oursOver(mvcc.New), claim: withNil, proof: hasDecoded(whole)},
		{name: "ours over wire, stripped, encoded", view: v, from: v.overWire(wire.Options{Compact: less, Transform: rest.Transform}),
			build: oursOver(mvcc.New), claim: withNil, strips: true, proof: hasDecoded(less)},
		{name: "ours, packed", view: v, from: v.plain, build: oursOver(packs.build), claim: semantically, proof: packs.havePacked},
	}
}

func dynamicForms(t *testing.T) []*form {
	v := dynamicView
	stripper, interner, last := newStripper(t), compacting.NewInterner(compacting.InternOptions{}), watchedSharer()
	sharer := watchedSharer()
	var packs packs
	return []*form{
		{name: "client-go", view: v, from: v.plain, build: clientGoWith(), claim: deeply},
		{name: "client-go, stripped, interned, shared", view: v, from: v.plain, build: clientGoWith(stripper, interner, last),
			claim: deeply, strips: true, proof: hasShared(last)},
		{name: "ours over wire, shared", view: v, from: v.overWire(wire.Options{Transform: sharer.Transform}),
			build: oursOver(mvcc.New), claim: deeply, proof: hasShared(sharer)},
		{name: "ours over wire, packed", view: v, from: v.overWire(wire.Options{}), build: oursOver(packs.build), claim: deeply, proof: packs.havePacked},
	}
}

func metadataForms(t *testing.T) []*form {
	v := metadataView
	stripper, interner, last := newStripper(t), compacting.NewInterner(compacting.InternOptions{}), watchedSharer()
	decoder := encoded.New(encoded.Options{})
	var packs packs
	return []*form{
		{name: "client-go", view: v, from: v.plain, build: clientGoWith(), claim: deeply},
		{name: "client-go, stripped, interned, shared", view: v, from: v.plain, build: clientGoWith(stripper, interner, last),
			claim: deeply, strips: true, proof: hasShared(last)},
		{name: "ours over wire, encoded", view: v, from: v.overWire(wire.Options{Compact: decoder}),
			build: oursOver(mvcc.New), claim: withNil, proof: hasDecoded(decoder)},
		{name: "ours, packed", view: v, from: v.plain, build: oursOver(packs.build), claim: semantically, proof: packs.havePacked},
	}
}

func clientGoWith(transformers ...compacting.Transformer) building {
	return func(lw cache.ListerWatcher, example runtime.Object) (cache.SharedIndexInformer, error) {
		i := cache.NewSharedIndexInformer(lw, example, 0, cache.Indexers{})
		if len(transformers) == 0 {
			return i, nil
		}
		return i, i.SetTransform(compacting.Chain(transformers...))
	}
}

func oursOver(store stores.Constructor) building {
	return func(lw cache.ListerWatcher, example runtime.Object) (cache.SharedIndexInformer, error) {
		return informer.NewSharedIndexInformer(lw, example, 0, cache.Indexers{}, informer.WithStore(store)), nil
	}
}

func newStripper(t *testing.T) *compacting.Stripper {
	t.Helper()
	s, err := compacting.NewStripper(compacting.StripOptions{})
	must(t, err)
	return s
}

// watchedSharer is one that knows when somebody has written into what it shares.
func watchedSharer() *compacting.Sharer {
	return compacting.NewSharer(compacting.ShareOptions{Detect: true})
}

func hasStripped(s *compacting.Stripper) func() error {
	return func() error { return unless(s.Stats().Changed > 0, "nothing was stripped: %+v", s.Stats()) }
}

func hasInterned(in *compacting.Interner) func() error {
	return func() error { return unless(in.Stats().SavedBytes > 0, "nothing was interned: %+v", in.Stats()) }
}

func hasShared(s *compacting.Sharer) func() error {
	return func() error {
		found := s.Verify()
		return errors.Join(unless(s.Stats().Bytes > 0, "nothing was shared: %+v", s.Stats()), unless(len(found) == 0, "what is shared was changed: %v", found))
	}
}

func hasDecoded(d *encoded.Decoder) func() error {
	return func() error {
		s := d.Stats()
		return unless(s.Found > 0 && s.Plain == 0, "%+v: want parts that were found, and no object that was decoded plainly", s)
	}
}

func unless(good bool, format string, args ...any) error {
	if good {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// packs are the packed stores of one form.
type packs struct {
	mu  sync.Mutex // guards all
	all []*packed.Store
}

func (p *packs) build(indexers cache.Indexers) stores.Store {
	s := packed.New(indexers).(*packed.Store)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, s)
	return s
}

// havePacked: every object is packed, and none is kept as it is.
func (p *packs) havePacked() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, s := range p.all {
		stats := s.Stats()
		errs = append(errs, unless(stats.Packed > 0 && stats.Live == 0, "%d objects are packed, and %d are kept as they are", stats.Packed, stats.Live))
	}
	return errors.Join(errs...)
}
