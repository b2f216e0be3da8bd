// Package resources puts this module's informers behind client-go's interfaces of
// factories for dynamic and metadata-only objects, so that a program that has them in
// its signatures changes one line, where it makes the factory:
//
//	f := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
//	f := resources.NewDynamicSharedInformerFactory(client, 0, factory.WithStore(mvcc.New))
//
// The parameters are client-go's, with options of [factory] after them. What comes back
// behaves as [factory.Resources] does. It is a package of its own because client-go's
// interfaces bring the Kubernetes API types with them, which the rest does not need.
package resources
