package overlay

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Prepared is a build that can be run as often as wanted, by Build or by whoever reads
// Command. After a change of the program's go.mod, or of its client-go, it must be prepared again.
type Prepared struct {
	Dir     string   // the folder to run go in
	Env     []string // settings for go, beyond the environment
	Flags   []string // for go build, and for go list, go test and the others that load packages
	Package string   // the import path of the main package
	Output  string   // the program that will be built

	Store  string
	Folder string // the build folder
	// Changes are the modules that have another version than in the program's own build.
	Changes []Change
	// Notes are sentences that a person should know.
	Notes []string
}

func (p *Prepared) args() []string {
	args := append([]string{"build", "-C", p.Dir}, p.Flags...)
	return append(args, "-o", p.Output, p.Package)
}

// Command is the build as a line for a POSIX shell, in any folder.
func (p *Prepared) Command() string {
	words := append(slices.Clone(p.Env), "go")
	words = append(words, p.args()...)
	for i, word := range words {
		words[i] = quote(word, i < len(p.Env))
	}
	return strings.Join(words, " ")
}

// quote quotes a word for the shell if it needs to be; of a setting only the value.
func quote(word string, setting bool) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-+=./:,@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	name := ""
	if setting {
		name, word, _ = strings.Cut(word, "=")
		name += "="
	}
	return name + "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Build runs the build.
func (p *Prepared) Build(ctx context.Context, stdout, stderr io.Writer) error {
	cmd := exec.CommandContext(ctx, "go", p.args()...)
	cmd.Env = append(os.Environ(), p.Env...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("go build failed, see above: %w; the command was: %s", err, p.Command())
	}
	return nil
}
