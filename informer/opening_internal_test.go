package informer

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// overwritten stands for an object whose bytes do not decode any more.
type overwritten struct{ metav1.ObjectMetaAccessor }

func (overwritten) Open() any { panic("does not decode") }

// A stand-in that cannot be opened is skipped, as an event is whose handler panics.
func TestAStandInThatDoesNotOpenLeavesARegistrationThatSyncs(t *testing.T) {
	was := utilruntime.ReallyCrash
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = was }()
	l := newListener(klog.Background(), cache.ResourceEventHandlerFuncs{}, "test", resyncSchedule{}, 0)
	var b batch
	b.push(notification{new: overwritten{}, kind: addedInitially})
	l.enqueue(&b)
	if !l.deliver(l.buffer.take()) {
		t.Error("the panic was not noticed")
	}
	l.initial.sourceSynced()
	if !l.HasSynced() {
		t.Error("the registration can never become synced")
	}
}
