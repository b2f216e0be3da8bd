package overlay

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
)

// Options say what to prepare.
type Options struct {
	// Dir is a folder of the program's module; empty means the current one.
	Dir string
	// Package is the main package, as go build takes it; empty means the one in Dir.
	Package string
	// Store is the name of a variant of package catalog.
	Store string
	// Tags are build tags, separated by commas.
	Tags string
	// Flags are more flags for go build, such as -race.
	Flags []string
	// Output is the program to be built; empty means a file in Folder with the name that
	// go build would give it.
	Output string
	// Folder is the build folder; empty means one below the user's cache folder that belongs
	// to this program and store, so that the next build finds what was compiled. It must not
	// lie in the program's module.
	Folder string
	// Source is the folder of our module; empty means the one this program was built from.
	Source string
}

// SourceFolder is the folder of our module that this program was built from. It fails where
// that cannot be known or is not there any more.
func SourceFolder() (string, error) {
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return "", fmt.Errorf("the source that this program was built from is not at %q: name a folder of the module", root)
	}
	return root, nil
}

// UsageError is a request that cannot be met anywhere: it has to be asked differently.
type UsageError struct{ err error }

func (e *UsageError) Error() string { return e.err.Error() }
func (e *UsageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// oursPath is the path of our module.
func oursPath() string {
	return strings.TrimSuffix(reflect.TypeFor[Options]().PkgPath(), "/adopt/overlay")
}
