package overlay

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// workspaceFile is the part of go.work, as go work edit prints it, that depends on where the
// file lies.
type workspaceFile struct {
	Use     []struct{ DiskPath string }
	Replace []struct{ Old, New goModule }
}

// gowork writes the second go.work and its sum file, and returns the setting for go. (Go refuses
// a second mod file in a workspace.)
func (g graph) gowork(ctx context.Context, original string) (setting string, err error) {
	text, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	second := filepath.Join(g.folder, "go.work")
	if err := writeFile(second, text); err != nil {
		return "", err
	}
	var sums []byte
	if g.ours != nil {
		sums = g.ours.sums
	}
	if err := copySums(original+".sum", sums, second+".sum"); err != nil {
		return "", err
	}
	edit := goCommand{dir: g.folder, env: []string{"GOWORK=" + second, "GOFLAGS="}}
	flags, err := g.moved(ctx, edit, filepath.Dir(original), second)
	if err != nil {
		return "", err
	}
	more, err := g.edits(ctx, edit, "work", second)
	if err != nil {
		return "", err
	}
	if flags = append(flags, more...); g.ours != nil {
		flags = append(flags, "-use="+g.oursFolder())
	}
	_, err = edit.output(ctx, append(append([]string{"work", "edit"}, flags...), second)...)
	return "GOWORK=" + second, err
}

// moved are the flags that make relative paths absolute.
func (g graph) moved(ctx context.Context, edit goCommand, root, file string) (flags []string, err error) {
	out, err := edit.output(ctx, "work", "edit", "-json", file)
	if err != nil {
		return nil, err
	}
	var parsed workspaceFile
	if err := json.Unmarshal(out, &parsed); err != nil {
		return nil, fmt.Errorf("reading what go work edit printed: %w", err)
	}
	for _, used := range parsed.Use {
		if !filepath.IsAbs(used.DiskPath) {
			flags = append(flags, "-dropuse="+used.DiskPath, "-use="+filepath.Join(root, used.DiskPath))
		}
	}
	for _, r := range parsed.Replace {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) {
			flags = append(flags, "-replace="+r.Old.at()+"="+filepath.Join(root, r.New.Path))
		}
	}
	return flags, nil
}

// at is the module as flags name it: path, or path@version.
func (m goModule) at() string {
	if m.Version == "" {
		return m.Path
	}
	return m.Path + "@" + m.Version
}
