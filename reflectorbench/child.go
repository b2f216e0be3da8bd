package reflectorbench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// childGrace is how long a child may take to end after it was asked to.
const childGrace = 5 * time.Second

// child runs one cell in a process of its own and returns its standard output.
func (m Matrix) child(ctx context.Context, c Cell) ([]byte, error) {
	args := m.Args
	if len(args) == 0 {
		args = []string{"run"}
	}
	cmd := exec.CommandContext(ctx, m.Exe, append(args[:len(args):len(args)], c.Args()...)...)
	cmd.Env = append(append(plainEnv(), m.Env...), c.gateEnv())
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	// An interrupt first, so that a child with a server of its own ends that too.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = childGrace
	// A group of its own: Ctrl-C on a terminal would else reach the child directly, and
	// its death would look like a failed cell.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("cell failed: %s: %w\n%s\nrepeat it with:\n  %s", c.Name(), err,
			strings.TrimSpace(stderr.String()), repeatCommand(c, cmd.Args))
	}
	return stdout.Bytes(), nil
}

// plainEnv is this process's environment without settings of client-go's feature gates:
// the peer is client-go as it ships.
func plainEnv() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "KUBE_FEATURE_") })
}

// repeatCommand is the child as a line for a shell.
func repeatCommand(c Cell, args []string) string {
	words := []string{c.gateEnv()}
	for _, a := range args {
		words = append(words, shellWord(a))
	}
	return strings.Join(words, " ")
}

func shellWord(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
