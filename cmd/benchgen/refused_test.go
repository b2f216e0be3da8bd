package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// inProcess is held for a call in this process: scripts run at the same time, and klog's logger is the process's.
var inProcess sync.Mutex

// refused ARGS... calls benchgen and wants wrong usage, with nothing left behind. It calls it in this process, which
// takes a moment where another process takes half a second. The arguments cannot name files of the script: the
// folder is that of this process.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("there is no ! refused")
	}
	inProcess.Lock()
	defer inProcess.Unlock()
	before := filesHere(ts)
	if code := run(context.Background(), args, strings.NewReader(""), ts.Stdout(), ts.Stderr()); code != exitUsage {
		ts.Fatalf("benchgen %q ends with exit code %d, not with %d", args, code, exitUsage)
	}
	if after := filesHere(ts); !slices.Equal(after, before) {
		ts.Fatalf("benchgen %q left something behind: %q", args, after)
	}
}

func filesHere(ts *testscript.TestScript) (names []string) {
	entries, err := os.ReadDir(".")
	ts.Check(err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
