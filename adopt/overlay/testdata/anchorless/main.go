// Command anchorless uses a fork of client-go that makes its stores elsewhere.
package main

import _ "k8s.io/client-go/tools/cache"

func main() {}
