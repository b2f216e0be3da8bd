// Command old is a program with an older client-go.
package main

import "k8s.io/client-go/tools/cache"

func main() { cache.NewStore(cache.MetaNamespaceKeyFunc) }
