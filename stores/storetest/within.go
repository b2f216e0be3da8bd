package storetest

import (
	"fmt"
	"runtime/debug"
	"time"
)

// within runs f and returns its error, its panic as an error, or an error when
// it is stuck. Being stuck leaves its goroutine behind, in a test that fails.
func within(f func() error) error {
	limit := guard()
	done := make(chan error, 1)
	go func() { done <- caught(f) }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return fmt.Errorf("did not return within %v", limit)
	}
}

func caught(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}

// panicOf runs f and returns what it panicked with, nil if it returned.
func panicOf(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}
