package overlay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	clientGo     = "k8s.io/client-go"
	cachePackage = clientGo + "/tools/cache"
	supported    = "v0.37."
)

// program is what the go command says about the program that is to be built.
type program struct {
	goCommand
	environment
	root     string // the folder with go.mod, or with go.work
	main     goPackage
	cache    goPackage
	versions map[string]string // of the modules whose packages are in the build
}

// inspect asks the go command and refuses what cannot be prepared. It changes nothing.
func inspect(ctx context.Context, o Options) (*program, error) {
	dir, err := realFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	p := &program{goCommand: goCommand{dir: dir}}
	if p.environment, err = p.goCommand.environment(ctx); err != nil {
		return nil, err
	}
	if err := p.checkSettings(); err != nil {
		return nil, err
	}
	// -mod=readonly: a vendor folder is not used, for none of ours is in it.
	all, err := p.list(ctx, "-mod=readonly", "-tags="+o.Tags, "--", cmp.Or(o.Package, "."))
	if err != nil {
		return nil, fmt.Errorf("the program does not build as it is: mend it first (where modules are missing, "+
			"with go mod download in %q): %w", dir, err)
	}
	return p, p.choose(all)
}

func (p *program) checkSettings() error {
	switch {
	case p.workspace():
		p.root = filepath.Dir(p.GOWORK)
	case p.GOMOD == "" || p.GOMOD == os.DevNull:
		return fmt.Errorf("there is no go.mod in %q or above: name a folder of the program's module", p.dir)
	default:
		p.root = filepath.Dir(p.GOMOD)
	}
	for _, flag := range []string{"-overlay", "-modfile"} {
		if strings.Contains(p.GOFLAGS, flag) {
			return fmt.Errorf("GOFLAGS has %s, and a build can have only one: run this with GOFLAGS=", flag)
		}
	}
	return nil
}

func (p *program) workspace() bool { return p.GOWORK != "" && p.GOWORK != "off" }

// choose finds the packages that matter among all that are in the build.
func (p *program) choose(all []goPackage) error {
	p.versions = moduleVersions(all)
	named := slices.DeleteFunc(slices.Clone(all), func(q goPackage) bool { return q.DepOnly })
	if len(named) != 1 {
		return usagef("that names %d packages: name one main package", len(named))
	}
	p.main = named[0]
	switch {
	case p.main.ImportPath == "command-line-arguments":
		return usagef("that names files, and a file is to be added to the package: name the package, by its folder or its import path")
	case p.main.Name != "main":
		return usagef("%q is a library (package %s): name a main package", p.main.ImportPath, p.main.Name)
	}
	i := slices.IndexFunc(all, func(q goPackage) bool { return q.ImportPath == cachePackage })
	if i < 0 {
		return fmt.Errorf("%q does not import %s, so that it has no informers: there is no store to choose", p.main.ImportPath, cachePackage)
	}
	p.cache = all[i]
	return p.checkVersion()
}

// checkVersion refuses client-go versions that the patch is not made for. A folder has no
// version; there the anchor decides.
func (p *program) checkVersion() error {
	version := p.cache.Module.used().Version
	if version == "" || strings.HasPrefix(version, supported) {
		return nil
	}
	return fmt.Errorf("the program uses client-go %s, and only %sx can be overlaid: with v0.36 put a store under existing informers "+
		"in the source (package adopt/swap); otherwise go get %s@%s2 first", version, supported, clientGo, supported)
}

// cached tells whether a folder lies in the module cache, where go refuses overlays.
func (p *program) cached(dir string) bool { return within(dir, p.GOMODCACHE) }

// within tells whether path is dir or lies below it. Both are absolute.
func within(path, dir string) bool {
	relative, err := filepath.Rel(dir, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// realFolder is the folder's absolute path without symbolic links: the go command must see
// the same paths as the overlay names.
func realFolder(dir string) (string, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(absolute)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no folder %q: name an existing one", dir)
	}
	return real, err
}
