// Package swap puts a store of choice under an informer of client-go's that exists
// already: one from a typed, dynamic or metadata factory, or from somebody else's code.
// client-go has no public way to choose the store
// (https://github.com/kubernetes/kubernetes/issues/114659).
//
//	pods := factory.Core().V1().Pods().Informer()
//	store, err := swap.Store(pods, mvcc.New)
//
// # When to use it
//
// Where you do not make the informer yourself. Who makes it calls [informer's
// constructors] instead, who has a client-go factory uses adopt/clientgo, and who has
// controller-runtime uses adopt/controllerruntime: those replace the whole informer and
// need no private field.
//
// Price: the store changes and nothing else; reflector, queue and event delivery stay
// client-go's, and so does their cost. client-go's gauge of the store's resource version
// is no longer fed, since client-go's store did that itself.
//
// # How it works
//
// client-go's indexer keeps its store in a private field. [Store] finds the field by
// reflection and sets it. It does so only when the informer, the indexer and the field have
// exactly the types that it knows; otherwise it changes nothing and returns an error.
// Listers and indexers that were handed out before keep working, since the indexer stays
// the same object. Tests guard this for client-go v0.37, and for v0.36 in the nested
// module v036.
//
// With client-go v0.36 the rooms stores, indexer and adopt/swap are supported; the rest of
// this module is made for v0.37.
//
// [informer's constructors]: https://pkg.go.dev/informerbench/informer
package swap
