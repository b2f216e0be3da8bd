package main

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// variant runs all tests that a variant can run: in one process, and if that ends before all have run (a panic, or a
// test that takes too long on a busy machine), what is left in another. So each test has an outcome.
func (t tests) variant(ctx context.Context, store string) (*outcome, error) {
	all, err := t.all(ctx, store)
	if err != nil {
		return nil, err
	}
	whole, err := t.run(ctx, store, "-test.skip="+exactly(kept()))
	if err != nil {
		return nil, err
	}
	for left := whole.left(all); len(left) > 0; left = whole.left(all) {
		rest, err := t.run(ctx, store, "-test.run="+exactly(left))
		if err != nil {
			return nil, err
		}
		if len(rest.left(left)) == len(left) {
			return nil, fmt.Errorf("with %s none of the tests %v begins: run them by hand to see why", store, left)
		}
		whole.add(rest)
	}
	return whole, nil
}

// all are the tests that a variant can run. (An example runs with the tests, and a fuzz test with its seeds.)
func (t tests) all(ctx context.Context, store string) ([]string, error) {
	cmd := exec.CommandContext(ctx, t.program, "-test.list=^(Test|Example|Fuzz)")
	cmd.Dir = t.dir
	cmd.Env = append(cmd.Environ(), "CONFORMANCE_STORE="+store)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing client-go's tests: %w", err)
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool { return slices.Contains(kept(), name) }), nil
}

// left are those of the tests that have no outcome.
func (o *outcome) left(tests []string) (left []string) {
	for _, test := range tests {
		if !slices.Contains(o.passed, test) && !slices.Contains(o.failed, test) && !slices.Contains(o.skipped, test) {
			left = append(left, test)
		}
	}
	return left
}

// add adds what became of other tests of the same store.
func (o *outcome) add(rest *outcome) {
	o.passed = append(o.passed, rest.passed...)
	o.failed = append(o.failed, rest.failed...)
	o.skipped = append(o.skipped, rest.skipped...)
	for test, text := range rest.output {
		o.output[test] += text
	}
	o.duration += rest.duration
}
