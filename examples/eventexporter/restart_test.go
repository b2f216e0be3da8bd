package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"informerbench/examples/internal/exampletest"
)

// The exporter is stopped half-way, without time to send what it holds, and started
// again: what it had listed or watched is all there, once.
func TestNothingIsLostOrDoubledByARestart(t *testing.T) {
	cluster, server := exampletest.Serve(t, 200), serveFake(t)
	listed := ids(cluster)
	first := start(t, cluster, server, "--flush-timeout=1ms")
	holds(t, server, listed)

	// From here on the server takes 30 documents and no more.
	refused := 0
	server.set(func() {
		server.item = func(string, int) int {
			if len(server.stored) >= 230 {
				refused++
				return http.StatusTooManyRequests
			}
			return http.StatusCreated
		}
	})
	recur(t, cluster, 100)
	watched := ids(cluster)
	// A refused document is one that the exporter still holds.
	server.when(t, "30 of 100 are stored, and another is refused", func() bool { return len(server.stored) == 230 && refused > 0 })
	if err := first.Interrupt(); err == nil || !strings.Contains(err.Error(), "the next start exports them") {
		t.Fatalf("with documents left it returned %v", err)
	}

	server.set(func() {
		server.item = func(string, int) int { return http.StatusCreated }
		clear(server.attempts) // what follows waits for those of the second run
	})
	second := start(t, cluster, server)
	holds(t, server, listed, watched)
	server.when(t, "the whole list was sent", func() bool {
		for id := range watched {
			if server.attempts[id] == 0 {
				return false
			}
		}
		return true
	})
	if err := second.Interrupt(); err != nil {
		t.Fatal(err)
	}
	// How many of the 70 were still missing is open: the server may have taken a request
	// whose sender was gone already.
	if text := second.Text(); !strings.Contains(text, "read 200, ") || !strings.Contains(text, "rejected 0, retried 0, left 0\n") {
		t.Errorf("the second run printed\n%s", text)
	}
}

// Interrupted while the server takes everything, it sends what it holds.
func TestWhatIsHeldIsSentAtTheEnd(t *testing.T) {
	cluster, server := exampletest.Serve(t, 50), serveFake(t)
	// Requests wait for an hour to fill up: only the end sends them.
	example := start(t, cluster, server, "--every=1h", "--batch=40", "--workers=1", "--progress=5ms")
	example.WaitFor("read 50, created 40, ")
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	if text := example.Text(); !strings.Contains(text, "read 50, created 50, already there 0, rejected 0, retried 0, left 0\n") {
		t.Errorf("it printed\n%s", text)
	}
}

// While the server takes nothing, no more is read from the cluster than fits.
func TestASlowServerHoldsTheWatchBack(t *testing.T) {
	cluster, server := exampletest.Serve(t, 500), serveFake(t)
	busy := true
	server.request = func(int, int) int {
		if busy {
			return http.StatusTooManyRequests
		}
		return http.StatusOK
	}
	example := start(t, cluster, server, "--buffer=10", "--workers=2", "--progress=5ms")
	server.when(t, "many attempts", func() bool { return server.requests > 500 })
	// At most 10 in the buffer and 20 with each worker.
	text := example.WaitFor(", created 0, ")
	server.set(func() { busy = false })
	holds(t, server, ids(cluster))
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		var read int
		if _, err := fmt.Sscanf(line, "read %d, created 0,", &read); err != nil || read > 50 {
			t.Errorf("more was read than there is room for (%v): %s", err, line)
		}
	}
}
