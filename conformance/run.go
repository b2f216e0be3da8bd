package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// tests is the compiled tests of client-go's package.
type tests struct {
	program, dir string
}

// run runs tests on a store. The process may fail without any test of it: then the
// outcome has a failed test without a name.
func (t tests) run(ctx context.Context, store string, flags ...string) (*outcome, error) {
	args := []string{"tool", "test2json", "-p", "cache", t.program, "-test.v=test2json", "-test.timeout=20m"}
	cmd := exec.CommandContext(ctx, "go", append(args, flags...)...)
	// The tests are a child of test2json, so both are ended, as a group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Dir = t.dir
	cmd.Env = append(cmd.Environ(), "CONFORMANCE_STORE="+store)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	o, readErr := readEvents(out)
	err = cmd.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if err != nil && len(o.failed) == 0 {
		o.failed = []string{"(the process)"}
		o.output["(the process)"] = o.output[""] + err.Error() + "\n"
	}
	o.store, o.duration = store, time.Since(began)
	return o, readErr
}

// again runs the tests of an outcome that failed once more, with nothing beside them: some of client-go's
// compare times, and fail on a busy machine.
func (t tests) again(ctx context.Context, o *outcome) error {
	if len(o.failed) == 0 {
		return nil
	}
	again, err := t.run(ctx, o.store, "-test.run="+exactly(o.failed))
	if err != nil {
		return fmt.Errorf("running %v again: %w", o.failed, err)
	}
	o.retried(again)
	o.duration += again.duration
	return nil
}

// keptOnes runs those that only client-go's own store can run.
func (t tests) keptOnes(ctx context.Context) (*outcome, error) {
	o, err := t.run(ctx, "clientgo", "-test.run="+exactly(kept()), "-test.bench=^"+keptBenchmark+"$", "-test.benchtime=100x")
	if err != nil {
		return nil, err
	}
	for _, test := range append(kept(), keptBenchmark) {
		if !slices.Contains(o.passed, test) && !slices.Contains(o.failed, test) {
			return nil, fmt.Errorf("%s, which is kept on client-go's store, did not run: compare the list in kept.go with client-go's tests", test)
		}
	}
	return o, nil
}
