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
		if waitedIn(record.Stack(), function) {
			count += record.Count
		}
	}
	return count
}

// waitedIn tells whether the stack of a wait, innermost frame first, is one of
// the named function's doing. Two waits that anybody may meet are not: the
// allocator's, when it begins a collection, and that of a sync.Pool, such as
// fmt's, which takes a lock after each collection.
func waitedIn(stack []uintptr, function string) bool {
	frames := runtime.CallersFrames(stack)
	frame, more := frames.Next()
	if !isLockOrChannel(frame.Function) {
		return false
	}
	for ; more; frame, more = frames.Next() {
		if strings.HasPrefix(frame.Function, "sync.(*Pool)") {
			return false
		}
		if strings.HasSuffix(frame.Function, function) {
			return true
		}
	}
	return strings.HasSuffix(frame.Function, function)
}

// isLockOrChannel tells a wait that code asks for from one within the runtime.
func isLockOrChannel(innermost string) bool {
	if name, inRuntime := strings.CutPrefix(innermost, "runtime."); inRuntime {
		return strings.HasPrefix(name, "chan") || strings.HasPrefix(name, "select")
	}
	return true
}
