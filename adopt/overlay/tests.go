package overlay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
)

// Tests is client-go's package tools/cache with its own tests, unmodified, and one test file
// more, which says with cache.InformerbenchUse who makes the stores.
type Tests struct {
	// Dir is the folder of the package. Its tests run there.
	Dir string
	// Version is that of client-go.
	Version string

	root  string
	flags []string
}

// PrepareTests prepares a build of the tests in a folder, with the client-go that our module
// at source uses, as the main module and with its own versions of everything. The test file
// is part of package cache_test and may import our package catalog.
func PrepareTests(ctx context.Context, folder, source string, testFile []byte) (*Tests, error) {
	clientGoDir, version, err := clientGoOf(ctx, source)
	if err != nil {
		return nil, err
	}
	if folder, err = makeFolder(folder, clientGoDir); err != nil {
		return nil, err
	}
	t := &Tests{Version: version, root: filepath.Join(folder, "client-go")}
	t.Dir = filepath.Join(t.root, "tools", "cache")
	if err := link(clientGoDir, t.root); err != nil {
		return nil, err
	}
	overlay, err := t.overlay(ctx, folder, testFile)
	if err != nil {
		return nil, err
	}
	g := graph{folder: folder}
	if g.ours, err = readOurs(ctx, source, oursPath()+"/stores/catalog"); err != nil {
		return nil, err
	}
	if err := g.ours.place(g.oursFolder(), nil); err != nil {
		return nil, err
	}
	modfile, err := g.modfile(ctx, filepath.Join(t.root, "go.mod"))
	if err != nil {
		return nil, err
	}
	t.flags = []string{modfile, "-overlay=" + overlay}
	_, err = t.command().list(ctx, append([]string{"-test", "-mod=mod"}, append(t.flags, "./tools/cache")...)...)
	return t, err
}

// clientGoOf finds the client-go that a module uses.
func clientGoOf(ctx context.Context, module string) (dir, version string, err error) {
	out, err := goCommand{dir: module, env: []string{"GOWORK=off"}}.output(ctx, "list", "-m", "-json", clientGo)
	if err != nil {
		return "", "", err
	}
	var m goModule
	if err := json.Unmarshal(out, &m); err != nil {
		return "", "", err
	}
	if m.used().Dir == "" {
		return "", "", fmt.Errorf("client-go is not in the module cache: run go mod download in %q", module)
	}
	return m.used().Dir, m.used().Version, nil
}

func (t *Tests) overlay(ctx context.Context, folder string, testFile []byte) (string, error) {
	all, err := t.command().list(ctx, "-mod=readonly", "./tools/cache")
	if err != nil {
		return "", err
	}
	texts, err := patchCache(t.Dir, all[len(all)-1].GoFiles)
	if err != nil {
		return "", err
	}
	texts[filepath.Join(t.Dir, "informerbench_test.go")] = testFile
	return writeOverlay(folder, texts)
}

func (t *Tests) command() goCommand {
	return goCommand{dir: t.root, env: []string{"GOWORK=off", "GOFLAGS=-buildvcs=false"}}
}

// Build compiles the tests into a program, with more flags for go test, such as -race.
func (t *Tests) Build(ctx context.Context, output string, stderr io.Writer, flags ...string) error {
	args := append([]string{"test", "-c", "-o", output, "-mod=readonly"}, t.flags...)
	cmd := exec.CommandContext(ctx, "go", append(append(args, flags...), "./tools/cache")...)
	cmd.Dir = t.root
	cmd.Env = append(cmd.Environ(), t.command().env...)
	cmd.Stdout, cmd.Stderr = stderr, stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("client-go's tests do not compile, see above: %w", err)
	}
	return nil
}
