package overlay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// goCommand runs the go command in one folder with one environment.
type goCommand struct {
	dir string
	env []string // beyond this process's own
}

// output runs it and returns what it prints. The error has what it said.
func (g goCommand) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = g.dir
	cmd.Env = append(cmd.Environ(), g.env...) // Environ has PWD, so that go sees dir as it is named here
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("there is no go command in the PATH: install Go: %w", err)
	}
	said := strings.TrimSpace(stderr.String())
	if said == "" {
		said = err.Error()
	}
	return nil, fmt.Errorf("go %s: %s", args[0], said)
}

// environment is what the go command makes of its settings in a folder.
type environment struct {
	GOMOD, GOWORK, GOFLAGS, GOMODCACHE string
}

func (g goCommand) environment(ctx context.Context) (e environment, err error) {
	out, err := g.output(ctx, "env", "-json", "GOMOD", "GOWORK", "GOFLAGS", "GOMODCACHE")
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(out, &e)
}

// goModule is a module as go list prints it.
type goModule struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *goModule
}

// used is the module whose files are used: the replacement, where there is one.
func (m *goModule) used() *goModule {
	if m.Replace != nil {
		return m.Replace
	}
	return m
}

// goPackage is a package as go list prints it.
type goPackage struct {
	ImportPath, Name, Dir, Target string
	GoFiles, Imports              []string
	Standard, DepOnly             bool
	Module                        *goModule
}

// list lists the packages that args name, and all that they import.
func (g goCommand) list(ctx context.Context, args ...string) ([]goPackage, error) {
	fields := "-json=ImportPath,Name,Dir,Target,GoFiles,Imports,Standard,DepOnly,Module"
	out, err := g.output(ctx, append([]string{"list", "-deps", fields}, args...)...)
	if err != nil {
		return nil, err
	}
	var all []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("reading what go list printed: %w", err)
		}
		all = append(all, p)
	}
}
