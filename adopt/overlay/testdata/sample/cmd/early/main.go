// Command early imports a package that makes a store when it is initialized.
package main

import (
	"fmt"

	"example.com/sample/library"
	"example.com/sample/watched"
)

func main() {
	fmt.Printf("%s, %d in the library\n", watched.Store(watched.New()), len(library.Store.List()))
}
