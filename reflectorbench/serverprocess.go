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
	cmd := exec.CommandContext(ctx, c.ServerExe, append([]string{"source"}, c.Args()...)...)
	cmd.Stderr = os.Stderr
	// The child ends when its standard input does, so it does not outlive a
	// process that was killed.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("source server: %w", err)
	}
	stop := func() error {
		stdin.Close()
		cmd.Process.Kill() // it holds nothing worth saving
		cmd.Wait()
		return nil
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		stop()
		return nil, fmt.Errorf("source server %s gave no URL: %w", c.ServerExe, err)
	}
	feed, err := newRemoteFeed(ctx, c, strings.TrimSpace(line), stop)
	if err != nil {
		stop()
	}
	return feed, err
}
