package main

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"
)

// outcome is what became of the tests of one run. Subtests are part of their tests.
type outcome struct {
	store                   string
	passed, failed, skipped []string
	// second are tests that failed, and passed when they were run once more, alone.
	second   []string
	output   map[string]string // of the failed tests, and of the process under ""
	duration time.Duration
}

// event is a line of what go tool test2json prints.
type event struct {
	Action, Test, Output string
}

// readEvents reads a whole run. A test that began and has no end is one that the process ended in: it failed.
// Of a benchmark there is no end; it passed if the whole did.
func readEvents(r io.Reader) (*outcome, error) {
	o := &outcome{output: map[string]string{}}
	running := []string{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			o.output[""] += lines.Text() + "\n"
			continue
		}
		test, _, subtest := strings.Cut(e.Test, "/")
		if e.Action == "output" {
			o.output[test] += e.Output
		}
		if test == "" && e.Action == "pass" {
			running = o.pass(running)
		}
		if test == "" || subtest {
			continue
		}
		if o.count(e.Action, test) {
			running = slices.DeleteFunc(running, func(name string) bool { return name == test })
		} else if e.Action == "run" {
			running = append(running, test)
		}
	}
	o.failed = append(o.failed, running...)
	return o, lines.Err()
}

// pass counts the benchmarks among the tests that have no end, and returns the others.
func (o *outcome) pass(running []string) []string {
	return slices.DeleteFunc(running, func(name string) bool {
		benchmark := strings.HasPrefix(name, "Benchmark")
		if benchmark {
			o.count("pass", name)
		}
		return benchmark
	})
}

// count notes the end of a test.
func (o *outcome) count(action, test string) bool {
	switch action {
	case "pass":
		o.passed = append(o.passed, test)
		delete(o.output, test)
	case "skip":
		o.skipped = append(o.skipped, test)
		delete(o.output, test)
	case "fail":
		o.failed = append(o.failed, test)
	default:
		return false
	}
	return true
}

// retried moves the tests that passed in a second run.
func (o *outcome) retried(again *outcome) {
	for _, test := range again.passed {
		if i := slices.Index(o.failed, test); i >= 0 {
			o.failed = slices.Delete(o.failed, i, i+1)
			o.second = append(o.second, test)
		}
	}
}
