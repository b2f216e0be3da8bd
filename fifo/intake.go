package fifo

import "k8s.io/client-go/tools/cache"

// intake is what both queues do to an object before they look at their state:
// it needs no lock, so a slow transform delays only its own caller.
type intake struct {
	keyFunc   cache.KeyFunc
	transform cache.TransformFunc
}

// transformed is the intake for objects that the transform has seen already.
func (in intake) transformed() intake { return intake{keyFunc: in.keyFunc} }

// keyOf answers for tombstones itself: their object may be of any type or nil.
func (in intake) keyOf(obj any) (string, error) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return tombstone.Key, nil
	}
	key, err := in.keyFunc(obj)
	if err != nil {
		return "", cache.KeyError{Obj: obj, Err: err}
	}
	return key, nil
}

// accept returns the key of obj and the transformed object. A tombstone was
// transformed when it was a whole object, and is not transformed again.
func (in intake) accept(obj any) (string, any, error) {
	key, err := in.keyOf(obj)
	if err != nil || in.transform == nil {
		return key, obj, err
	}
	if _, tombstone := obj.(cache.DeletedFinalStateUnknown); tombstone {
		return key, obj, nil
	}
	obj, err = in.transform(obj)
	return key, obj, err
}

// acceptAll is accept for a whole list, all or nothing; it fills keys unless that is
// nil. The caller's list is not written to, so that it is still untransformed after
// an error.
func (in intake) acceptAll(list []any, keys []string) (objects []any, err error) {
	objects = list
	if in.transform != nil {
		objects = make([]any, len(list))
	}
	for i, obj := range list {
		key, accepted, err := in.accept(obj)
		if err != nil {
			return nil, err
		}
		if keys != nil {
			keys[i] = key
		}
		if in.transform != nil {
			objects[i] = accepted
		}
	}
	return objects, nil
}

// Transformer returns the transform, for reflectors that ask for it
// ([cache.TransformingStore]).
func (in intake) Transformer() cache.TransformFunc { return in.transform }
