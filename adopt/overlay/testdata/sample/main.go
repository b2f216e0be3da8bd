// Command sample prints the types of its informers' stores. Its source knows nothing of
// informerbench.
package main

import (
	"fmt"

	"example.com/sample/watched"
)

// made is a variable of the package on purpose: it is initialized before main runs.
var made = watched.Store(watched.New())

// cache is a name that a file which is added must not trip over.
const cache = "an informer's store"

func main() {
	fmt.Printf("%s: %s\n", cache, watched.Store(watched.New()))
	fmt.Printf("made at start: %s\n", made)
}
