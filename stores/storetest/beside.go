package storetest

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// beside runs write for the rounds 1 to n while the given number of readers
// call read over and over, at least once each. It returns the first error of a
// reader, which ends it all early.
func beside(readers, n int, write func(round int), read func(reader int) error) error {
	var stop atomic.Bool
	var group sync.WaitGroup
	failed := make(chan error, readers)
	for reader := range readers {
		group.Go(func() {
			for more := true; more; more = !stop.Load() {
				if err := caught(func() error { return read(reader) }); err != nil {
					failed <- err
					stop.Store(true)
				}
				runtime.Gosched() // let the writer run where cores are few
			}
		})
	}
	for round := 1; round <= n && !stop.Load(); round++ {
		write(round)
	}
	stop.Store(true)
	group.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

// together runs f for 0 to n-1 at once and returns the first error.
func together(n int, f func(i int) error) error {
	var group sync.WaitGroup
	failed := make(chan error, n)
	for i := range n {
		group.Go(func() {
			if err := caught(func() error { return f(i) }); err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}
