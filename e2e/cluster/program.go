package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Program is a program that runs. What it says goes to a file.
type Program struct {
	name    string
	log     string
	process *os.Process
	// ended is closed when the program has ended; how is written before, and not after.
	ended chan struct{}
	how   error
}

// Run starts a program, whose output is appended to the file log. On Linux the program is killed when this
// process ends, however it ends; elsewhere only Stop and Kill end it.
func Run(log, path string, args ...string) (*Program, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = endWithUs()
	p := &Program{name: filepath.Base(path), log: log, ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel ends the program with the thread that started it, and Go may end a thread to
		// which a goroutine was locked. So this one keeps its thread for as long as the program runs.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer out.Close()
		err := cmd.Start()
		p.process = cmd.Process // seen by others through started
		started <- err
		if err == nil {
			p.how = cmd.Wait()
			close(p.ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s does not start: %w", p.name, err)
	}
	return p, nil
}

// Ended is closed when the program has ended.
func (p *Program) Ended() <-chan struct{} { return p.ended }

// Kill ends the program at once, as a crash does, and returns when it is gone.
func (p *Program) Kill() {
	_ = p.process.Kill() // an error means that it has ended
	<-p.ended
}

// Stop asks the program to end and waits until it has; if it takes longer than patience, it is killed
// and that is an error.
func (p *Program) Stop(patience time.Duration) error {
	_ = p.process.Signal(syscall.SIGTERM)
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-p.ended:
		return nil
	case <-late.C:
		p.Kill()
		return fmt.Errorf("%s did not end within %v and was killed", p.name, patience)
	}
}

// await asks whether the program is ready, again and again, until it is, has ended, or ctx has.
func (p *Program) await(ctx context.Context, ready func(context.Context) error) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		last := ready(ctx)
		if last == nil {
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("%s has ended (%v) before it was ready; its last lines:\n%s", p.name, p.how, p.Tail())
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w; its last lines:\n%s", p.name, errors.Join(ctx.Err(), last), p.Tail())
		case <-tick.C:
		}
	}
}

// Tail returns the last lines of what the program has said.
func (p *Program) Tail() string {
	const lines = 40
	said, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimRight(string(said), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
