package scenarios

import "k8s.io/client-go/tools/cache"

// namespaceIndex is client-go's.
const namespaceIndex = cache.NamespaceIndex
