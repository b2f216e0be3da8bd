package overlay

import (
	"fmt"
	"go/token"
	"reflect"
	"runtime"
	"strings"

	"informerbench/stores/catalog"
)

// constructor is how source text names the function that makes a store.
type constructor struct {
	store       string
	importPath  string // empty: client-go makes it, and nothing is to be called
	functionRef string
}

// constructorOf finds the name of a variant's constructor. The catalog holds functions, not
// their names; that they are plain, exported functions is checked here.
func constructorOf(store string) (constructor, error) {
	variant, err := catalog.Lookup(store)
	if err != nil {
		return constructor{}, &UsageError{err}
	}
	if variant.Peer {
		return constructor{store: store}, nil
	}
	full := runtime.FuncForPC(reflect.ValueOf(variant.New).Pointer()).Name()
	slash := strings.LastIndex(full, "/")
	folder, function, _ := strings.Cut(full[slash+1:], ".")
	if !token.IsIdentifier(function) || !token.IsExported(function) {
		return constructor{}, fmt.Errorf("the constructor of store %q is %s, which another package cannot call", store, full)
	}
	return constructor{store: store, importPath: full[:slash+1] + folder, functionRef: function}, nil
}

// mainFile is the name of the file in the main package. Files are compiled in the order of their names, and
// so the variable in it is initialized before those of the other files.
const mainFile = "0informerbench.go"

// The imports have names that a program hardly declares itself: those of the package and of
// its files must differ.
const mainText = `// Added by a build overlay; it is no part of this program's source.

package main

import informerbenchCache "k8s.io/client-go/tools/cache"
%s
var _ = func() bool {
	informerbenchCache.InformerbenchUse(%q, %s)
	return true
}()
`

// mainSource is the text of the file that chooses the store.
func (c constructor) mainSource() []byte {
	if c.importPath == "" {
		return fmt.Appendf(nil, mainText, "", c.store, "nil")
	}
	imported := fmt.Sprintf("import informerbenchStore %q\n", c.importPath)
	return fmt.Appendf(nil, mainText, imported, c.store, "informerbenchStore."+c.functionRef)
}
