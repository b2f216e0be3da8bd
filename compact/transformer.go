package compact

import (
	"fmt"

	"k8s.io/client-go/tools/cache"
)

// Transformer changes an object on its way into a cache; the package's documentation has
// the contract. [Stripper], [Interner] and [Sharer] are Transformers.
type Transformer interface {
	Transform(obj any) (any, error)
}

// Chain returns a transform that applies the given ones in order, each to the result of the one
// before. The first error ends it and is returned. Tombstones pass by all of them, also by
// those that do not look. With none it changes nothing.
//
// It panics if an [Interner] comes after a [Sharer]: that is a data race, of a kind that tests seldom
// show. It does not look into Transformers of other types.
func Chain(transformers ...Transformer) cache.TransformFunc {
	transformers = append([]Transformer(nil), transformers...)
	mustBeInOrder(transformers)
	return func(obj any) (any, error) {
		if isTombstone(obj) {
			return obj, nil
		}
		for _, t := range transformers {
			var err error
			if obj, err = t.Transform(obj); err != nil {
				return nil, err
			}
		}
		return obj, nil
	}
}

// mustBeInOrder panics if what writes to all parts of an object comes after what shares them.
func mustBeInOrder(transformers []Transformer) {
	shared := false
	for i, t := range transformers {
		switch t.(type) {
		case *Sharer:
			shared = true
		case *Interner:
			if shared {
				panic(fmt.Sprintf("compact: Chain: argument %d is an Interner after a Sharer, and would write to parts that other objects have and handlers read: put it before the Sharer, or leave it out, as a Sharer shares strings too", i+1))
			}
		}
	}
}

// isTombstone tells whether obj stands for an object whose deletion was missed.
func isTombstone(obj any) bool {
	switch obj.(type) {
	case cache.DeletedFinalStateUnknown, *cache.DeletedFinalStateUnknown:
		return true
	}
	return false
}
