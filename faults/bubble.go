package faults

import (
	"bytes"
	"context"
	"regexp"
	"runtime"
	"strings"
	"sync"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// A goroutine in a bubble says so in the first line of its stack.
var bubbleLabel = regexp.MustCompile(`synctest bubble \d+`)

// ownBubble is the label of the bubble that the caller is in.
func ownBubble() string {
	var b [256]byte
	head, _, _ := bytes.Cut(b[:runtime.Stack(b[:], false)], []byte("\n"))
	return string(bubbleLabel.Find(head))
}

// goroutines returns the stacks of all goroutines of the caller's bubble but the caller, by
// their names ("goroutine 7").
func goroutines() map[string]string {
	label := ownBubble()
	b := make([]byte, 64<<10)
	for {
		n := runtime.Stack(b, true)
		if n < len(b) {
			b = b[:n]
			break
		}
		b = make([]byte, 2*len(b))
	}
	all := map[string]string{}
	for i, stack := range strings.Split(string(b), "\n\n") {
		head, _, _ := strings.Cut(stack, "\n")
		if i > 0 && bubbleLabel.FindString(head) == label { // the first is the caller
			name, _, _ := strings.Cut(head, " [")
			all[name] = stack
		}
	}
	return all
}

// watchers has who hears of the panics in each bubble that runs.
var watchers sync.Map // of func(violation) by label

// CatchPanics makes the panics that apimachinery's handlers recover findings of the run in
// which they happen, instead of ends of the process. It silences the process's error
// handlers, too: one of them measures time since an error in another bubble. It is for
// the TestMain of a test that runs plans.
func CatchPanics() {
	utilruntime.ErrorHandlers = nil
	utilruntime.ReallyCrash = false
	utilruntime.PanicHandlers = []func(context.Context, any){func(_ context.Context, what any) {
		if fail, ok := watchers.Load(ownBubble()); ok {
			fail.(func(violation))(violationf(Panicked, "%v", what))
		}
	}}
}
