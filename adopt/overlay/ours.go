package overlay

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ours is our module as far as it goes into the build.
type ours struct {
	path     string
	version  string // of the Go language
	folders  []string
	requires map[string]string // direct imports of other modules: versions by path
	sums     []byte            // go.sum
	dir      string
}

const oursVersion = "v0.0.0" // a module in a folder has no version of its own

// readOurs finds out what the package needs, in the module at source.
func readOurs(ctx context.Context, source, importPath string) (*ours, error) {
	dir, err := realFolder(source)
	if err != nil {
		return nil, fmt.Errorf("the folder of the stores' module: %w", err)
	}
	command := goCommand{dir: dir, env: []string{"GOWORK=off", "GOFLAGS="}}
	all, err := command.list(ctx, "-mod=readonly", "--", importPath)
	if err != nil {
		return nil, fmt.Errorf("%q is not the module of the stores, or modules are missing (go mod download there): %w", dir, err)
	}
	own := all[len(all)-1].Module
	if own == nil || !strings.HasPrefix(importPath, own.Path+"/") {
		return nil, fmt.Errorf("%q is not the module that holds %s: name its folder", dir, importPath)
	}
	o := &ours{path: own.Path, version: cmp.Or(own.GoVersion, "1.26.0"), dir: dir, requires: map[string]string{}}
	o.collect(all)
	o.sums, err = os.ReadFile(filepath.Join(dir, "go.sum"))
	return o, err
}

// collect notes the top folders of our packages and the modules that these import.
func (o *ours) collect(all []goPackage) {
	modules := map[string]*goModule{}
	for _, p := range all {
		modules[p.ImportPath] = p.Module
	}
	for _, p := range all {
		if p.Module == nil || p.Module.Path != o.path {
			continue
		}
		folder, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, o.path+"/"), "/")
		if !slices.Contains(o.folders, folder) {
			o.folders = append(o.folders, folder)
		}
		for _, imported := range p.Imports {
			if m := modules[imported]; m != nil && m.Path != o.path {
				o.requires[m.Path] = m.Version
			}
		}
	}
}

// place makes a module of links and a mod file of its own in the folder. It requires the versions that
// the program has; our own go.mod would raise some, also of modules that no store needs.
func (o *ours) place(folder string, versions map[string]string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, name := range o.folders {
		if err := link(filepath.Join(o.dir, name), filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	text := fmt.Appendf(nil, "module %s\n\ngo %s\n\nrequire (\n", o.path, o.version)
	for _, path := range slices.Sorted(maps.Keys(o.requires)) {
		text = fmt.Appendf(text, "\t%s %s\n", path, cmp.Or(versions[path], o.requires[path]))
	}
	return writeFile(filepath.Join(folder, "go.mod"), append(text, ")\n"...))
}
