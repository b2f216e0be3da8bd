package storetest

import (
	"runtime"
	"strings"
)

// blockedIn runs f with the block profile on and returns how often a goroutine
// waited for a lock or channel below the named function. It switches the
// profile off afterwards, so it does not go together with go test -blockprofile.
func blockedIn(function string, f func() error) (int64, error) {
	before := blockedCount(function) // the profile only ever grows
	runtime.SetBlockProfileRate(1)
	err := f()
	runtime.SetBlockProfileRate(0)
	return blockedCount(function) - before, err
}

func blockedCount(function string) (count int64) {
	records := make([]runtime.BlockProfileRecord, 256)
	for {
		n, ok := runtime.BlockProfile(records)
		if ok {
			records = records[:n]
			break
		}
		records = make([]runtime.BlockProfileRecord, 2*n)
	}
	for _, record := range records {
		if calledBy(record.Stack(), function) {
			count += record.Count
		}
	}
	return count
}

func calledBy(stack []uintptr, function string) bool {
	frames := runtime.CallersFrames(stack)
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.Function, function) {
			return true
		}
		if !more {
			return false
		}
	}
}
