package reflectorbench

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// startRemoteFeed starts the source's process, which lives until close.
func startRemoteFeed(ctx context.Context, c Cell) (*remoteFeed, error) {
	url, stop, err := StartServer(ctx, c.ServerExe, append([]string{"source"}, c.Args()...)...)
	if err != nil {
		return nil, fmt.Errorf("source server: %w", err)
	}
	end := func() error { stop(); return nil }
	feed, err := newRemoteFeed(ctx, c, url, end)
	if err != nil {
		stop()
	}
	return feed, err
}

// StartServer starts a server as a process of its own and returns the URL that it writes to its
// standard output once it serves, see [ServeLoopback]. It ends by stop, and also when ctx or,
// see [WithLifeline], this process ends; its standard error is ours.
func StartServer(ctx context.Context, exe string, args ...string) (url string, stop func(), err error) {
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Stderr = os.Stderr
	// The child ends when its standard input does, so it does not outlive a
	// process that was killed.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		stdin.Close()
		cmd.Process.Kill() // it holds nothing worth saving
		cmd.Wait()
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("%s gave no URL: %w", exe, err)
	}
	return strings.TrimSpace(line), stop, nil
}
