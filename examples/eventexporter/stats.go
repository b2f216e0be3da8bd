package main

import (
	"fmt"
	"sync/atomic"
)

// counter counts from any goroutine.
type counter struct{ n atomic.Int64 }

func (c *counter) add(n int)   { c.n.Add(int64(n)) }
func (c *counter) load() int64 { return c.n.Load() }

// stats says what became of the documents. Each counter is exact; together they are not
// from one instant.
type stats struct {
	read     counter // from the cluster
	created  counter
	existing counter // were there already
	rejected counter // refused for good
	retried  counter // attempts after the first, a document each
	left     counter // not sent when time was up
}

func (s *stats) String() string {
	return fmt.Sprintf("read %d, created %d, already there %d, rejected %d, retried %d, left %d",
		s.read.load(), s.created.load(), s.existing.load(), s.rejected.load(), s.retried.load(), s.left.load())
}
