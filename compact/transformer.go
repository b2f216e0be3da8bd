package compact

import "k8s.io/client-go/tools/cache"

// Transformer changes an object on its way into a cache; the package's documentation has
// the contract. [Stripper] and [Interner] are Transformers.
type Transformer interface {
	Transform(obj any) (any, error)
}

// Chain returns a transform that applies the given ones in order, each to the result of the one
// before. The first error ends it and is returned. Tombstones pass by all of them, also by
// those that do not look. With none it changes nothing.
func Chain(transformers ...Transformer) cache.TransformFunc {
	transformers = append([]Transformer(nil), transformers...)
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

// isTombstone tells whether obj stands for an object whose deletion was missed.
func isTombstone(obj any) bool {
	switch obj.(type) {
	case cache.DeletedFinalStateUnknown, *cache.DeletedFinalStateUnknown:
		return true
	}
	return false
}
