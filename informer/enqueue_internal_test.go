package informer

import (
	"runtime"
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// The initial adds of a batch are counted before the handler's goroutine can get at
// them. The test stands where that goroutine would wait, holding the buffer's lock: by
// then, and not after it, the count has to be there. Only from inside can one stand there.
func TestInitialAddsAreCountedBeforeTheyCanBeDelivered(t *testing.T) {
	l := newListener(klog.Background(), cache.ResourceEventHandlerFuncs{}, "test", resyncSchedule{}, 0)
	var b batch
	for range 3 {
		b.push(notification{new: "object", kind: addedInitially})
	}
	enqueued := make(chan struct{})
	l.buffer.mu.Lock()
	go func() { defer close(enqueued); l.enqueue(&b) }()
	const guard = 20 * time.Second // against waiting for ever for a count that comes too late
	for begin := time.Now(); l.initial.pending.Load() != 3; runtime.Gosched() {
		if time.Since(begin) > guard {
			t.Error("the batch waits for the buffer and is not counted")
			break
		}
	}
	if l.buffer.head != nil {
		t.Error("the batch is in the buffer although its lock is held")
	}
	l.buffer.mu.Unlock()
	<-enqueued
	l.abandon()
}
