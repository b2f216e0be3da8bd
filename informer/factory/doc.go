// Package factory shares informers: whoever asks a factory for a type gets the one
// informer that it has for this type, and the factory starts all of them, waits until
// they are filled, and knows when the last of their goroutines is gone.
//
// There are three factories, after client-go's three:
//
//   - [New] makes a [Factory], which shares informers by Go type. Its user says how an
//     informer is made; the first caller wins.
//   - [NewDynamic] makes a [Resources], which shares informers of unstructured objects
//     by group, version and resource.
//   - [NewMetadata] makes the same for objects of which only the metadata is wanted.
//
// Store, queue and everything else that this module's informers can do are options for
// all informers of a factory, or for one type ([WithType], [WithResource]):
//
//	f := factory.NewDynamic(client, 0,
//		factory.WithStore(mvcc.New),
//		factory.WithResource(events, factory.WithStore(cow.New), factory.WithNamespace("prod")),
//	)
//	pods := f.ForResource(pods)
//	pods.Informer().AddEventHandler(handler)
//	defer f.Shutdown() // after cancel: waits until everything has ended
//	f.StartWithContext(ctx)
//	if err := f.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
//		return err
//	}
//	all, err := pods.Lister().List(labels.Everything())
//
// What the informers' requests are answered with can be decoded on all cores, into objects that share what they have in
// common, with one option ([informer.WithWire]): protobuf by Compact, JSON by Share.
//
//	config.Wrap(wire.Transport) // before clients are made of it
//	client := dynamic.NewForConfigOrDie(config)
//	smaller := informer.WithWire(wire.Options{Share: compact.NewSharer(compact.ShareOptions{})})
//	f := factory.NewDynamic(client, 0, factory.WithStore(mvcc.New), factory.WithOptions(smaller))
//
// # Rules, which are client-go's
//
//   - Start starts what was asked for so far; after asking for more, call it again.
//     What runs is not started twice, what has stopped is not started again.
//   - Waiting covers the informers that the factory has started, and no others. It ends
//     when all are synced or the context ends.
//   - Shutdown blocks until all goroutines of the factory have ended. It does not stop
//     them: end the context that they were started with. Nothing starts afterwards.
//   - Whether lists are streamed is decided by the client: a fake one says that it
//     cannot, and then its objects are listed in pages.
//
// # Where this differs from client-go on purpose
//
//   - Every setting, namespace and list options included, can be chosen for one type.
//   - Waiting never polls: who waits is woken at the moment of the last sync.
//   - A [cache.InformerName] is given back once, so that a second Shutdown cannot take
//     the name from a later owner.
//   - A transform that an informer refuses is reported and not dropped silently.
//
// This package does not import the Kubernetes API types. client-go's own factory
// interfaces do; [informerbench/adopt/resources] has adapters to them.
package factory
