package informer

import (
	"sync"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// Over a [stores.Stager] lists consist of stand-ins, and what handlers are to hear of lists waits in that form: an
// object is opened when it is a handler's turn, so that what waits for slow handlers is no larger than
// what the store has.

// opened returns the notification with the objects for which its stand-ins stand, and whether the new object is one
// of them. One stand-in becomes one object.
func (n notification) opened() (_ notification, fresh bool) {
	standIn, standsIn := n.new.(stores.StandIn)
	if !standsIn {
		n.old = openedOld(n.old)
		return n, false
	}
	same := n.old == n.new
	n.new = standIn.Open()
	if same {
		n.old = n.new
	} else {
		n.old = openedOld(n.old)
	}
	return n, true
}

// openedOld opens what may be a tombstone.
func openedOld(obj any) any {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		tombstone.Obj = stores.Open(tombstone.Obj)
		return tombstone
	}
	return stores.Open(obj)
}

// oneByOne tells a detector of one object at a time: who opens an object does so on its own goroutine.
type oneByOne struct {
	cache.MutationDetector
	mu sync.Mutex // held during AddObject
}

func (d *oneByOne) AddObject(obj any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.MutationDetector.AddObject(obj)
}

// opening opens what one handler gets that is called at once.
type opening struct{ cache.ResourceEventHandler }

func (h opening) OnAdd(obj any, isInInitialList bool) {
	h.ResourceEventHandler.OnAdd(stores.Open(obj), isInInitialList)
}

func (h opening) OnUpdate(oldObj, newObj any) {
	n, _ := notification{old: oldObj, new: newObj}.opened()
	h.ResourceEventHandler.OnUpdate(n.old, n.new)
}

func (h opening) OnDelete(obj any) { h.ResourceEventHandler.OnDelete(openedOld(obj)) }
