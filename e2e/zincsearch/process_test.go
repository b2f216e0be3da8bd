package zincsearch_test

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what must come: only a hang takes as long.
const patience = time.Minute

// process is a program under way.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	ended chan struct{} // closed after err is set
	err   error

	mu   sync.Mutex // guards text and more
	text bytes.Buffer
	more chan struct{} // closed and replaced with each write
}

// start runs a program until the test ends. What it prints on both outputs is kept together.
func start(t *testing.T, dir string, env []string, file string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(file, args...), ended: make(chan struct{}), more: make(chan struct{})}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, p, p
	p.cmd.Env = append(p.cmd.Environ(), env...)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(p.ended); p.err = p.cmd.Wait() }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // only what a failed test left behind still runs
		<-p.ended
		if t.Failed() {
			t.Logf("%s said:\n%s", p.cmd.Path, shortened(p.Text()))
		}
	})
	return p
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Write(b)
	close(p.more)
	p.more = make(chan struct{})
	return len(b), nil
}

// shortened is a text without the middle of its long lines.
func shortened(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if len(line) > 400 {
			line = line[:300] + " ... " + line[len(line)-50:]
		}
		b.WriteString(line)
	}
	return b.String()
}

func (p *process) read() (string, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String(), p.more
}

// Text is everything that was printed so far.
func (p *process) Text() string {
	text, _ := p.read()
	return text
}

// waitFor waits until what was printed contains the text, and returns all of it.
func (p *process) waitFor(want string) string {
	p.t.Helper()
	hang := time.After(patience)
	for {
		text, more := p.read()
		if strings.Contains(text, want) {
			return text
		}
		select {
		case <-more:
		case <-p.ended:
			if text := p.Text(); !strings.Contains(text, want) {
				p.t.Fatalf("%s ended (%v) without printing %q", p.cmd.Path, p.err, want)
			}
		case <-hang:
			p.t.Fatalf("%s does not print %q", p.cmd.Path, want)
		}
	}
}

// stop sends a signal and returns how the program ended.
func (p *process) stop(signal syscall.Signal) error {
	p.t.Helper()
	if err := p.cmd.Process.Signal(signal); err != nil {
		p.t.Fatal(err)
	}
	select {
	case <-p.ended:
		return p.err
	case <-time.After(patience):
		p.t.Fatalf("%s does not end after %v", p.cmd.Path, signal)
		return nil
	}
}
