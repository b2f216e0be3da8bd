package overlay

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
)

// graph is what a second mod file, or a second go.work, says differently.
type graph struct {
	folder   string
	ours     *ours             // nil if the program has our module already
	replaces map[string]string // folders by module path
}

func (g graph) oursFolder() string { return filepath.Join(g.folder, "informerbench") }

// modfile writes the second mod file and its sum file, and returns the flag for go.
func (g graph) modfile(ctx context.Context, gomod string) (flag string, err error) {
	text, err := os.ReadFile(gomod)
	if err != nil {
		return "", err
	}
	second := filepath.Join(g.folder, "go.mod")
	if err := writeFile(second, text); err != nil {
		return "", err
	}
	var sums []byte
	if g.ours != nil {
		sums = g.ours.sums
	}
	if err := copySums(sumFile(gomod), sums, filepath.Join(g.folder, "go.sum")); err != nil {
		return "", err
	}
	edit := goCommand{dir: g.folder, env: []string{"GOWORK=off", "GOFLAGS="}}
	flags, err := g.edits(ctx, edit, "mod", second)
	if err != nil {
		return "", err
	}
	if g.ours != nil {
		flags = append(flags, "-require="+g.ours.path+"@"+oursVersion, "-replace="+g.ours.path+"="+g.oursFolder())
	}
	if len(flags) > 0 {
		if _, err := edit.output(ctx, append(append([]string{"mod", "edit"}, flags...), second)...); err != nil {
			return "", err
		}
	}
	return "-modfile=" + second, nil
}

// sumFile is the file that go keeps beside a mod file.
func sumFile(gomod string) string {
	return gomod[:len(gomod)-len(filepath.Ext(gomod))] + ".sum"
}

// edits are the flags for go mod edit, or go work edit, that replace modules by folders. A replacement for one
// version wins over one for all, so those of the same modules are dropped.
func (g graph) edits(ctx context.Context, command goCommand, verb, file string) (flags []string, err error) {
	var parsed struct {
		Replace []struct{ Old goModule }
	}
	out, err := command.output(ctx, verb, "edit", "-json", file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &parsed); err != nil {
		return nil, err
	}
	for _, r := range parsed.Replace {
		if _, ours := g.replaces[r.Old.Path]; ours && r.Old.Version != "" {
			flags = append(flags, "-dropreplace="+r.Old.Path+"@"+r.Old.Version)
		}
	}
	for path, folder := range g.replaces {
		flags = append(flags, "-replace="+path+"="+folder)
	}
	return flags, nil
}
