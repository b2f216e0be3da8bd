package rounds

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
)

// Child runs a process and returns its standard output. When ctx ends, the process is killed: it has
// nothing to tidy up.
func Child(ctx context.Context, exe string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, exe, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	// A group of its own: Ctrl-C on a terminal would else reach the process directly, and
	// its death would look like a failed measurement.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s\nrepeat it with:\n  %s", err, strings.TrimSpace(stderr.String()), shellLine(cmd.Args))
	}
	return stdout.Bytes(), nil
}

// shellLine is a command as a line for a shell.
func shellLine(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = arg
		if strings.ContainsAny(arg, " \t\n'\"\\$&;|<>()*?[]#~`!{}") {
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
