package sharded_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"informerbench/stores/sharded"
)

// waitFor gives way until something is so, and tells whether it came to that.
func waitFor(d time.Duration, so func() bool) bool {
	for start := time.Now(); time.Since(start) < d; runtime.Gosched() {
		if so() {
			return true
		}
	}
	return false
}

const (
	surely = 20 * time.Second      // for what must come
	never  = 20 * time.Millisecond // for what must not: a test that is cut short by it passes
)

// TestPostingThatGoesTakesNobodyAlong holds the deletion of an empty posting, while others
// want to join: they must not be in the one that is about to go.
func TestPostingThatGoesTakesNobodyAlong(t *testing.T) {
	s := sharded.NewXsync(indexers()).(*sharded.XsyncStore)
	s.Add("last", &thing{tags: "v"})
	held, release := make(chan struct{}), make(chan struct{})
	var working sync.WaitGroup
	working.Go(func() {
		s.HoldBucket(1, "v", func() { close(held); <-release })
	})
	<-held
	working.Go(func() { s.Delete("last") })
	if !waitFor(surely, func() bool { return s.Members(1, "v") == 0 }) {
		t.Error("the last one does not leave")
	}
	for i := range 10 { // of which some are not in the stripe of the one who leaves
		working.Go(func() { s.Add(key(i), &thing{tags: "v"}) })
	}
	waitFor(never, func() bool { return s.Members(1, "v") > 0 })
	close(release)
	working.Wait()
	check(t, s)
	if keys, _ := s.IndexKeys("tags", "v"); len(keys) != 10 {
		t.Errorf("found %v", keys)
	}
}

// TestReplaceWaitsForWritersUnderWay: a write that ended in the old content after the
// exchange would set a version for which nothing stands.
func TestReplaceWaitsForWritersUnderWay(t *testing.T) {
	for i := range 6 { // in different stripes
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			s := sharded.NewXsync(indexers()).(*sharded.XsyncStore)
			s.Add("other", &thing{tags: "0"})
			held, release := make(chan struct{}), make(chan struct{})
			var working sync.WaitGroup
			working.Go(func() {
				s.HoldValue(1, "0", func() { close(held); <-release })
			})
			<-held
			late := versioned(7)
			late.tags = "0"
			working.Go(func() { s.Update(key(i), late) })
			if !waitFor(surely, func() bool { return s.Members(0, "1") == 1 }) {
				t.Error("the write does not begin")
			}
			working.Go(func() { s.Replace(map[string]any{"new": versioned(9)}, "9") })
			waitFor(never, func() bool { _, there := s.Get("new"); return there })
			close(release)
			working.Wait()
			check(t, s)
			if rv := s.LastStoreSyncResourceVersion(); rv != "9" {
				t.Errorf("version %s, but what is stored is of 9: %v", rv, s.ListKeys())
			}
		})
	}
}
