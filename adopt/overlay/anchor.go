package overlay

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// anchor is the function of client-go that every informer's store comes from.
const anchor = "NewThreadSafeStore"

// call goes to the beginning of it, in the line of its opening brace, so that the lines of
// everything below keep their numbers in stack traces.
const call = " if store := informerbenchStore(%s); store != nil { return store };"

var (
	//go:embed text/store.go.txt
	storeText []byte
	//go:embed text/metric.go.txt
	metricText []byte
)

// patchCache returns the files of client-go's package cache that a build has to see: the
// patched one and those that are added, by their paths.
func patchCache(dir string, goFiles []string) (map[string][]byte, error) {
	patched := map[string][]byte{}
	for _, name := range goFiles {
		path := filepath.Join(dir, name)
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(source, []byte(anchor)) {
			continue
		}
		text, found, err := patchFile(path, source)
		if err != nil {
			return nil, err
		}
		if found {
			patched[path] = text
		}
	}
	if len(patched) != 1 {
		return nil, fmt.Errorf("the place to patch in %q was found in %d files instead of one: it is the function %s, and this "+
			"client-go differs from v0.37 there: use an unmodified client-go v0.37, or put the store under the informers in the source",
			dir, len(patched), anchor)
	}
	patched[filepath.Join(dir, "informerbench_store.go")] = storeText
	patched[filepath.Join(dir, "informerbench_metric.go")] = metricText
	return patched, nil
}

// patchFile puts the call into the anchor, if the file declares it.
func patchFile(path string, source []byte) (text []byte, found bool, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, fmt.Errorf("client-go's %q is not valid Go: %w", path, err)
	}
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || function.Recv != nil || function.Name.Name != anchor || function.Body == nil {
			continue
		}
		parameters, err := parametersOf(function.Type)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", files.Position(function.Pos()), err)
		}
		after := files.Position(function.Body.Lbrace).Offset + 1
		inserted := fmt.Sprintf(call, strings.Join(parameters, ", "))
		return bytes.Join([][]byte{source[:after], []byte(inserted), source[after:]}, nil), true, nil
	}
	return nil, false, nil
}

// parametersOf returns the names of the anchor's parameters. They must have the types that the
// call takes.
func parametersOf(function *ast.FuncType) (names []string, err error) {
	var types []string
	for _, field := range function.Params.List {
		kind := nameOf(field.Type)
		for _, name := range field.Names {
			names, types = append(names, name.Name), append(types, kind)
		}
	}
	const want = "Indexers, Indices, ...ThreadSafeStoreOption"
	if got := strings.Join(types, ", "); got != want {
		return nil, fmt.Errorf("%s takes (%s) instead of (%s): use an unmodified client-go v0.37", anchor, got, want)
	}
	return names, nil
}

func nameOf(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.Ellipsis:
		return "..." + nameOf(e.Elt)
	}
	return fmt.Sprintf("%T", expression)
}
