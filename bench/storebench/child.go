package storebench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// childGrace is how long a process may take to end after it was asked to.
const childGrace = 5 * time.Second

// child runs a process and returns its standard output.
func child(ctx context.Context, exe string, args []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, exe, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = childGrace
	// A group of its own: Ctrl-C on a terminal would else reach the process directly, and
	// its death would look like a failed measurement.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w\n%s\nrepeat it with:\n  %s", err, strings.TrimSpace(stderr.String()), strings.Join(cmd.Args, " "))
	}
	return stdout.Bytes(), nil
}
