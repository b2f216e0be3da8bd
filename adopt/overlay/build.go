package overlay

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// writeGraph writes the second mod file or go.work, and the overlay.
func (b *build) writeGraph(ctx context.Context) error {
	overlay, err := writeOverlay(b.graph.folder, b.texts)
	if err != nil {
		return err
	}
	b.flags = []string{"-overlay=" + overlay}
	if b.options.Tags != "" {
		b.flags = append(b.flags, "-tags="+b.options.Tags)
	}
	if b.workspace() {
		setting, err := b.gowork(ctx, b.GOWORK)
		b.env = []string{setting}
		return err
	}
	modfile, err := b.modfile(ctx, b.GOMOD)
	b.flags = append([]string{modfile}, b.flags...)
	return err
}

// resolve lets go complete the second mod file (a workspace has none to complete), and returns the versions of the
// modules that are in the build now.
func (b *build) resolve(ctx context.Context) (map[string]string, error) {
	mode := "-mod=mod"
	if b.workspace() {
		mode = "-mod=readonly"
	}
	command := goCommand{dir: b.dir, env: b.env}
	all, err := command.list(ctx, append(append([]string{mode}, b.flags...), "--", b.main.ImportPath)...)
	if err != nil {
		return nil, fmt.Errorf("the store cannot be added to the program's modules: %w", err)
	}
	versions := moduleVersions(all)
	for path := range b.replaces { // a link has no version
		versions[path] = b.versions[path]
	}
	return versions, nil
}

func (b *build) prepared(changed []Change) *Prepared {
	if b.vendored() {
		b.notes = append(b.notes, "the vendor folder is not used: modules come from the module cache, in the versions of go.mod")
	}
	if b.cache.Module.Main || b.cache.Module.used().Version == "" {
		b.notes = append(b.notes, fmt.Sprintf("client-go is the folder %q, overlaid as it is", b.cache.Module.used().Dir))
	}
	p := &Prepared{
		Dir: b.dir, Env: b.env, Folder: b.graph.folder, Output: b.options.Output,
		Store: b.options.Store, Changes: changed, Notes: b.notes,
	}
	if p.Output == "" {
		p.Output = filepath.Join(p.Folder, b.name())
	}
	flags := append([]string{"-mod=readonly"}, b.flags...)
	p.Flags = append(flags, b.options.Flags...)
	p.Package = b.main.ImportPath
	return p
}

// vendored tells whether go would use a vendor folder.
func (b *build) vendored() bool {
	_, err := os.Stat(filepath.Join(b.root, "vendor", "modules.txt"))
	return err == nil
}

// has tells whether the program's build list holds a module.
func (p *program) has(path string) bool {
	_, imported := p.versions[path]
	return imported || p.main.Module != nil && p.main.Module.Path == path
}
