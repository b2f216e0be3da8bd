package fifo

import "k8s.io/client-go/tools/cache"

// memory is what the consumer of a queue holds, for a reflector that asks before it holds an
// unchanged object twice ([informerbench/reflector.KnownStore]).
//
// The consumer may be behind: what it holds may have been replaced or deleted by deltas that
// are still queued. That does no harm. The reflector keeps a held object only in the place of
// one with the same UID and version, which has the same content, whatever else
// happened to the key before and after; it is the list that decides what the consumer will hold,
// and which object stands in it for that content makes no difference. For
// the same reason no lock of the queue is needed between the look and the Replace: an
// object that is dropped meanwhile stays alive through the list.
type memory struct {
	keyFunc cache.KeyFunc
	held    cache.KeyGetter // nil when the queue was not told
}

// Known returns the object that [Options].Known has under the key of obj, which has not been
// transformed yet. An object without a key is unknown; Replace says what is wrong with it.
func (m memory) Known(obj any) (held any, exists bool) {
	if m.held == nil {
		return nil, false
	}
	key, err := m.keyFunc(obj)
	if err != nil {
		return nil, false
	}
	held, exists, err = m.held.GetByKey(key)
	return held, exists && err == nil
}

// KnownKey returns the object that [Options].Known has under a key as [cache.MetaNamespaceKeyFunc] gives it. Sources that
// decode on goroutines of their own ask it at any time ([informerbench/reflector.KeyedStore]): they only
// compare, so that an object of any version, or another one, does no harm.
func (m memory) KnownKey(key string) (held any, exists bool) {
	if m.held == nil {
		return nil, false
	}
	held, exists, err := m.held.GetByKey(key)
	return held, exists && err == nil
}
