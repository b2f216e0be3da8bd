// Command changed uses a fork of client-go with other parameters.
package main

import _ "k8s.io/client-go/tools/cache"

func main() {}
