// Package clientgo puts informers of this module into a factory that a program already
// has: client-go's informers.SharedInformerFactory, or one that client-gen's sibling
// informer-gen has generated for custom types. In such a factory the first caller for a
// type makes its informer, and everybody after that, the typed accessors included, gets
// the same one. So one call before the accessors are used is enough:
//
//	factory := informers.NewSharedInformerFactory(client, 0)
//	err := clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}, informer.WithStore(mvcc.New))
//
// From then on factory.Core().V1().Pods().Informer() and its Lister() are served by the
// store that was chosen; Start, WaitForCacheSync and Shutdown are the factory's, as before.
//
// With two lines more the objects are decoded on all cores and share, from birth, what they have in common
// ([informer.WithWire]; handlers must not change objects, see package compact/encoded):
//
//	config.Wrap(wire.Transport) // before the client is made of it
//	client := kubernetes.NewForConfigOrDie(config)
//	factory := informers.NewSharedInformerFactory(client, 0)
//	smaller := informer.WithWire(wire.Options{Compact: encoded.New(encoded.Options{})})
//	err := clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}, informer.WithStore(mvcc.New), smaller)
//
// # When to use it
//
// Where a program gets its informers from such a factory. Who makes informers one by one
// calls package informer; dynamic and metadata factories have no InformerFor, there
// package informer/factory or adopt/swap serve.
//
// Price: one line, and the factory's scope has to be said a second time. A factory keeps
// its namespace and its list options to itself, and our informers need both: without them
// the informers of a namespaced factory would watch the whole cluster. [Register] looks
// into the factory and refuses a [Scope] that does not fit.
//
// Everything else the factory passes on by itself: client, resync periods, the informer
// name for metrics, and the transform of informers.WithTransform.
package clientgo
