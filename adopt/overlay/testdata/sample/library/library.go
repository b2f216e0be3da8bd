// Package library makes a store when it is initialized.
package library

import "k8s.io/client-go/tools/cache"

// Store is made before the variables of any main package are.
var Store = cache.NewStore(cache.MetaNamespaceKeyFunc)
