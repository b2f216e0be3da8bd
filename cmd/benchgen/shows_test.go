package main

import (
	"bytes"
	"context"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// hangs is how long a script waits for what should take a moment: long enough for the busiest machine.
const hangs = 5 * time.Minute

// shows TRACE TEXT waits until benchgen trace show of a file that another process is writing prints the text. It looks
// again and again, since nothing tells when a file has grown, and in this process, so that a look takes a moment.
func shows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: shows TRACE TEXT")
	}
	var out bytes.Buffer
	for began := time.Now(); time.Since(began) < hangs; time.Sleep(20 * time.Millisecond) {
		out.Reset()
		inProcess.Lock()
		run(context.Background(), []string{"trace", "show", ts.MkAbs(args[0])}, strings.NewReader(""), &out, &out)
		inProcess.Unlock()
		if strings.Contains(out.String(), args[1]) {
			return
		}
	}
	ts.Fatalf("trace show %s does not come to print %q; last it printed\n%s", args[0], args[1], &out)
}
