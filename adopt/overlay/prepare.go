package overlay

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Prepare writes all that is needed to build the program with the store into the build folder. It builds
// nothing and changes nothing in the program's tree. Modules that are not in the module cache
// are downloaded. Two preparations of one folder must not run at the same time.
//
// The errors say what to do. They are for a person: which kinds there are may change.
func Prepare(ctx context.Context, o Options) (*Prepared, error) {
	chosen, err := constructorOf(o.Store)
	if err != nil {
		return nil, err
	}
	p, err := inspect(ctx, o)
	if err != nil {
		return nil, err
	}
	folder, err := p.folder(o)
	if err != nil {
		return nil, err
	}
	b := &build{program: p, options: o, graph: graph{folder: folder, replaces: map[string]string{}}}
	if err := b.overlayFiles(chosen); err != nil {
		return nil, err
	}
	if err := b.addOurs(ctx, chosen); err != nil {
		return nil, err
	}
	if err := b.writeGraph(ctx); err != nil {
		return nil, err
	}
	after, err := b.resolve(ctx)
	if err != nil {
		return nil, err
	}
	return b.prepared(changes(p.versions, after)), nil
}

func (p *program) folder(o Options) (string, error) {
	folder := o.Folder
	if folder == "" {
		var err error
		if folder, err = defaultFolder(p.name(), o.Store, p.main.Dir, o.Tags); err != nil {
			return "", err
		}
	}
	return makeFolder(folder, p.root)
}

// name is what go build calls the program.
func (p *program) name() string {
	return cmp.Or(filepath.Base(p.main.Target), path.Base(p.main.ImportPath))
}

// build is one preparation.
type build struct {
	*program
	graph
	options Options
	texts   map[string][]byte // overlaid files by path
	flags   []string
	env     []string
	notes   []string
}

// overlayFiles decides what is to be seen in place of what.
func (b *build) overlayFiles(chosen constructor) (err error) {
	cacheDir, err := b.reachable(b.cache)
	if err != nil {
		return err
	}
	if b.texts, err = patchCache(cacheDir, b.cache.GoFiles); err != nil {
		return err
	}
	mainDir, err := b.reachable(b.main)
	if err != nil {
		return err
	}
	file := filepath.Join(mainDir, mainFile)
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%q is there already, and a file of that name is to be added: rename it", file)
	}
	b.texts[file] = chosen.mainSource()
	return nil
}

// reachable is the folder of a package where go allows to overlay it: its own, or, if that
// lies in the module cache, below a link to its module, with which the module is replaced.
func (b *build) reachable(p goPackage) (string, error) {
	if !b.cached(p.Dir) {
		return p.Dir, nil
	}
	root := p.Module.used().Dir
	if root == "" {
		root = p.Module.Dir
	}
	below, err := filepath.Rel(root, p.Dir)
	if err != nil {
		return "", err
	}
	linked := filepath.Join(b.graph.folder, "modules", strings.ReplaceAll(p.Module.Path, "/", "_"))
	if err := os.MkdirAll(filepath.Dir(linked), 0o777); err != nil {
		return "", err
	}
	b.replaces[p.Module.Path] = linked
	return filepath.Join(linked, below), link(root, linked)
}

// addOurs adds our module, unless nothing of it is called or the program has it already.
func (b *build) addOurs(ctx context.Context, chosen constructor) error {
	if chosen.importPath == "" {
		return nil
	}
	source := b.options.Source
	if source == "" {
		var err error
		if source, err = SourceFolder(); err != nil {
			return err
		}
	}
	own, err := readOurs(ctx, source, chosen.importPath)
	if err != nil {
		return err
	}
	if b.has(own.path) {
		b.notes = append(b.notes, fmt.Sprintf("the program has the module %s already: the stores are those of its own version", own.path))
		return nil
	}
	b.ours = own
	return own.place(b.oursFolder(), b.versions)
}
