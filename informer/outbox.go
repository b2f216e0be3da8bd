package informer

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// flushSize is the number of notifications (10 KB of them) after which a batch goes
// to the handlers: large enough to pay their locks rarely, small enough that a list
// of a million is not collected a second time.
const flushSize = 256

// outbox stands where the queue's processor expects the one handler. It collects what
// one round of processing reports and hands it to all handlers by the batch. All its
// methods are called with the informer's distribution lock held.
type outbox struct {
	processor *processor
	detector  cache.MutationDetector
	batch     batch
}

var _ cache.ResourceEventHandler = (*outbox)(nil)

func (o *outbox) OnAdd(obj any, isInInitialList bool) {
	o.detect(obj)
	kind := added
	if isInInitialList {
		kind = addedInitially
	}
	o.push(notification{new: obj, kind: kind})
}

func (o *outbox) OnUpdate(oldObj, newObj any) {
	o.detect(newObj)
	kind := updated
	if sameVersion(oldObj, newObj) {
		kind = resynced
	}
	o.push(notification{old: oldObj, new: newObj, kind: kind})
}

func (o *outbox) OnDelete(obj any) {
	o.push(notification{old: obj, kind: deleted})
}

// detect tells the detector of an object that handlers are going to get. What stands for one is opened for each of
// them, and the detector told then.
func (o *outbox) detect(obj any) {
	if _, standsIn := obj.(stores.StandIn); !standsIn {
		o.detector.AddObject(obj)
	}
}

func (o *outbox) push(n notification) {
	o.batch.push(n)
	if len(o.batch.items) >= flushSize {
		o.flush()
	}
}

// flush hands over what was collected. It runs after every round of processing, also
// one that panicked: what is in the store by then must reach the handlers.
func (o *outbox) flush() {
	if len(o.batch.items) == 0 {
		return
	}
	o.processor.distribute(&o.batch)
	o.batch.reset()
}

// sameVersion tells a resync (or an object that a relist found unchanged) from a
// change. What has no metadata counts as changed, so that nobody misses it. So does what
// has no version, as with client-go's fake clients, unless it is the very same object.
func sameVersion(oldObj, newObj any) bool {
	n, err := meta.Accessor(newObj)
	if err != nil {
		return false
	}
	o, err := meta.Accessor(oldObj)
	if err != nil || o.GetResourceVersion() != n.GetResourceVersion() {
		return false
	}
	return n.GetResourceVersion() != "" || o == n
}
