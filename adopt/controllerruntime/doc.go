// Package controllerruntime puts informers of this module under controller-runtime's
// cache, and so under every manager, reconciler and cached client of a program:
//
//	manager, err := ctrl.NewManager(config, ctrl.Options{
//		Cache: cache.Options{NewInformer: controllerruntime.NewInformer(mvcc.New)},
//	})
//
// Get, List, field indexes (IndexField), watches, namespaces, selectors and transforms of
// the cache work as before: controller-runtime sees client-go's interface.
//
// With one option more the objects are decoded on all cores and share, from birth, what they have in common
// ([informer.WithWire]): typed and metadata-only ones by Compact, unstructured ones by Share. Nobody may change an object of the
// cache then, so leave UnsafeDisableDeepCopy alone unless your reconcilers keep to that; and a transform in the
// cache's options must return a changed copy, or be wire.Options.Transform.
//
//	config.Wrap(wire.Transport)
//	smaller := informer.WithWire(wire.Options{Compact: encoded.New(encoded.Options{}), Share: compact.NewSharer(compact.ShareOptions{})})
//	manager, err := ctrl.NewManager(config, ctrl.Options{
//		Cache: cache.Options{NewInformer: controllerruntime.NewInformer(mvcc.New, smaller)},
//	})
//
// # When to use it
//
// In programs with controller-runtime v0.25, which goes with client-go v0.37. Its cache
// makes its informers by itself, so that no other way of adoption reaches them without
// rebuilding client-go.
//
// Price: one line. What the cache's own readers do with what they get stays as it is: each
// Get and List copies objects unless UnsafeDisableDeepCopy is set, which costs a large List
// more than any store does.
//
// This is a module of its own because of what controller-runtime brings along.
package controllerruntime
