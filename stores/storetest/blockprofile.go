package storetest

import (
	"fmt"
	"runtime"
	"strings"
)

// blockedIn runs f with the block profile on and returns how often a goroutine
// waited for a lock or channel below the named function, and where it last did. It switches the
// profile off afterwards, so it does not go together with go test -blockprofile.
func blockedIn(function string, f func() error) (times int64, where string, err error) {
	before := blockedCounts(function) // the profile only ever grows
	runtime.SetBlockProfileRate(1)
	err = f()
	runtime.SetBlockProfileRate(0)
	for stack, count := range blockedCounts(function) {
		if more := count - before[stack]; more > 0 {
			times, where = times+more, stack
		}
	}
	return times, where, err
}

// blockedCounts are the waits below the function, by stack.
func blockedCounts(function string) map[string]int64 {
	records := make([]runtime.BlockProfileRecord, 256)
	for {
		n, ok := runtime.BlockProfile(records)
		if ok {
			records = records[:n]
			break
		}
		records = make([]runtime.BlockProfileRecord, 2*n)
	}
	counts := map[string]int64{}
	for _, record := range records {
		if waitedIn(record.Stack(), function) {
			counts[stackText(record.Stack())] += record.Count
		}
	}
	return counts
}

func stackText(stack []uintptr) string {
	var text strings.Builder
	frames := runtime.CallersFrames(stack)
	for {
		frame, more := frames.Next()
		fmt.Fprintf(&text, "\n\t%s %s:%d", frame.Function, frame.File, frame.Line)
		if !more {
			return text.String()
		}
	}
}

// waitedIn tells whether the stack of a wait, innermost frame first, is one of
// the named function's doing. Two waits that anybody may meet are not: the
// allocator's, when it begins a collection, and that of a sync.Pool, such as
// fmt's, which takes a lock after each collection.
func waitedIn(stack []uintptr, function string) bool {
	frames := runtime.CallersFrames(stack)
	frame, more := frames.Next()
	if inRuntime(frame) {
		if !isChannel(frame) {
			return false
		}
		// The allocator uses channels, too, to start the collector's workers.
		if frame, more = frames.Next(); inRuntime(frame) {
			return false
		}
	}
	for ; ; frame, more = frames.Next() {
		if strings.HasPrefix(frame.Function, "sync.(*Pool)") {
			return false
		}
		if strings.HasSuffix(frame.Function, function) {
			return true
		}
		if !more {
			return false
		}
	}
}

func inRuntime(frame runtime.Frame) bool { return strings.HasPrefix(frame.Function, "runtime.") }

// isChannel tells a wait at a channel, which code asks for, from others within the runtime.
func isChannel(frame runtime.Frame) bool {
	name := strings.TrimPrefix(frame.Function, "runtime.")
	return strings.HasPrefix(name, "chan") || strings.HasPrefix(name, "select")
}
