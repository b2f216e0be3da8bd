package main

import (
	"strings"
	"testing"

	"informerbench/examples/internal/exampletest"
)

// ZincSearch 0.4.10 names results after another action, and stops a request at the first document that fails.
func TestAServerThatStopsHalfWayAtADocument(t *testing.T) {
	cluster, server := exampletest.Serve(t, 200), serveFake(t)
	server.action = "index"
	good, poison := ids(cluster), map[string]bool{}
	for id := range good {
		if len(poison) < 3 {
			poison[id] = true
			delete(good, id)
		}
	}
	server.stop = func(id string, _ int) string {
		if poison[id] {
			return "field [message] was set type to [numeric]"
		}
		return ""
	}
	example := start(t, cluster, server, "--progress=5ms")
	holds(t, server, good)
	example.WaitFor("rejected 3, ")
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	if text := example.Text(); !strings.Contains(text, "left 0\n") {
		t.Errorf("it printed\n%s", text)
	}
}

// A server that takes no document at all has trouble of its own: none is rejected.
func TestAServerThatStopsAtEveryDocument(t *testing.T) {
	cluster, server := exampletest.Serve(t, 200), serveFake(t)
	listed := ids(cluster)
	full := false
	server.stop = func(string, int) string {
		if full = full || len(server.stored) == 100; full {
			return "no space left on device"
		}
		return ""
	}
	example := start(t, cluster, server, "--progress=5ms")
	server.when(t, "many requests in vain", func() bool { return len(server.stored) == 100 && server.requests > 100 })
	server.set(func() { server.stop = nil })
	holds(t, server, listed)
	if err := example.Interrupt(); err != nil {
		t.Fatal(err)
	}
	if text := example.Text(); !strings.Contains(text, "rejected 0, ") || !strings.Contains(text, "left 0\n") {
		t.Errorf("it printed\n%s", text)
	}
}
