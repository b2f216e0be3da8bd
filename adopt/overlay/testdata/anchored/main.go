// Command anchored uses a fork of client-go with two functions of the same name.
package main

import _ "k8s.io/client-go/tools/cache"

func main() {}
