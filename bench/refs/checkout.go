package refs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// ErrRef is wrapped by the error for something that git does not know.
var ErrRef = errors.New("no such commit")

// checkOut makes a side's sources available: a working tree of its own below temp, or the repository as it
// is. remove takes that away again.
func (r *Run) checkOut(ctx context.Context, temp, name, ref string) (s *side, remove func(context.Context), err error) {
	root, err := output(ctx, r.Repo, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, nil, fmt.Errorf("%q is in no git repository: %w", r.Repo, err)
	}
	if ref == "" {
		s, err := asItIs(ctx, name, root)
		return s, func(context.Context) {}, err
	}
	// ^{commit}: a tag is followed, and what is no commit is refused. --: a ref is never taken for a flag.
	commit, err := output(ctx, root, "git", "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s %q: %w: give a branch, a tag or a commit (in a shallow clone, fetch it first)", name, ref, ErrRef)
	}
	dir := filepath.Join(temp, name)
	remove = func(ctx context.Context) {
		// When adding it was interrupted, git may not know it, and says so.
		_, _ = output(ctx, root, "git", "worktree", "remove", "--force", dir)
	}
	if _, err := output(ctx, root, "git", "worktree", "add", "--quiet", "--detach", dir, commit); err != nil {
		remove(context.WithoutCancel(ctx))
		return nil, nil, fmt.Errorf("checking out %s %q: %w", name, ref, err)
	}
	return &side{name: name, commit: short(commit), dir: dir}, remove, nil
}

func asItIs(ctx context.Context, name, root string) (*side, error) {
	commit, err := output(ctx, root, "git", "rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	changes, err := output(ctx, root, "git", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return nil, err
	}
	s := &side{name: name, commit: short(commit), dir: root}
	if changes != "" {
		s.commit += "-with-changes"
	}
	return s, nil
}

// short is enough of a commit to find it.
func short(commit string) string { return commit[:min(len(commit), 12)] }

// grace is how long a program may take to end after it was interrupted.
const grace = 5 * time.Second

// output runs a program in a folder and returns what it printed, or an error with what it complained of.
func output(ctx context.Context, dir, program string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	// A group of its own, so that Ctrl-C reaches it through ctx only, and does not kill what tidies up.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = grace
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}
