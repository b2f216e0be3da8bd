package fifo

import (
	"errors"
	"fmt"
	"sync/atomic"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Processor applies deltas to a store and tells a handler, always in this
// order: a handler finds the store at least as new as what it is told. Its
// methods fit into client-go's [cache.Config] and are to be called by the one
// consumer of a queue. The handler is called on that goroutine.
//
// What the handler sees of one key is an add, any number of updates, a delete,
// and so on. An object that was deleted and created again unseen, between two
// lists, is one update from the one UID to the other, as in client-go
// (kubernetes/kubernetes#133565).
//
// Semantics are those of client-go's private processDeltas and
// processDeltasInBatch, except that a failing delta does not keep the others
// from being applied, and that the deletion of an object that State does not hold goes no
// further, as it does in a DeltaFIFO: client-go's in-order queue lets handlers hear of
// it, so that one that the source repeats is a delete after a delete.
type Processor struct {
	// Handler is told of each change that was applied.
	Handler cache.ResourceEventHandler
	// State is what the deltas are applied to. Nobody else may write to it. If
	// it is a [cache.TransactionStore], each batch is one transaction, whose
	// slice of operations it must not keep. A method LeavesList() on it says that
	// its Replace neither keeps nor changes the list, which is then not copied.
	State cache.Store
	// KeyFunc gives the same keys as State's. The default is
	// [cache.MetaNamespaceKeyFunc]; tombstones are keyed without it.
	KeyFunc cache.KeyFunc
	// StandIns says that Handler knows what stands for an object, and opens it itself (stores.StandIn of this
	// repository). Then it gets that for what State has, after lists and at resyncs, if State can do so
	// ([informerbench/indexer.Indexer]); what a list has is passed on as it came in any case.
	StandIns bool
	// Logger is where lookups in State that fail are reported.
	Logger klog.Logger

	// scratch is the buffers of the last batch. It is taken by swapping in nil,
	// so calls that overlap against the rules do not share them.
	scratch atomic.Pointer[scratch]
}

// Process applies the [cache.Deltas] of one pop, oldest first. It is a
// [cache.ProcessFunc]. It returns the errors of the deltas that could not be
// applied, joined; the handler does not hear of those.
func (p *Processor) Process(obj any, isInInitialList bool) error {
	deltas, ok := obj.(cache.Deltas)
	if !ok {
		return fmt.Errorf("popped a %T, not Deltas", obj)
	}
	return p.oneByOne(deltas, isInInitialList)
}

func (p *Processor) oneByOne(deltas []cache.Delta, isInInitialList bool) error {
	var errs []error
	for _, delta := range deltas {
		if err := p.apply(delta, isInInitialList); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (p *Processor) apply(delta cache.Delta, isInInitialList bool) error {
	switch delta.Type {
	case cache.Added, cache.Updated, cache.Replaced, cache.Sync:
		return p.store(delta.Object, isInInitialList)
	case cache.Deleted:
		return p.delete(delta.Object)
	case cache.ReplacedAll:
		if info, ok := delta.Object.(cache.ReplacedAllInfo); ok {
			return p.replaceAll(info, isInInitialList)
		}
	case cache.SyncAll:
		if _, ok := delta.Object.(cache.SyncAllInfo); ok {
			p.syncAll()
			return nil
		}
	case cache.Bookmark:
		if info, ok := delta.Object.(cache.BookmarkInfo); ok {
			p.State.Bookmark(info.ResourceVersion)
			return nil
		}
	}
	return fmt.Errorf("unknown delta: type %q with a %T", delta.Type, delta.Object)
}

// store decides between add and update by what State holds, not by the type of
// the delta: a watch may repeat what a list said.
func (p *Processor) store(obj any, isInInitialList bool) error {
	old, exists, err := p.State.Get(obj)
	if err != nil || !exists {
		if err := p.State.Add(obj); err != nil {
			return err
		}
		p.Handler.OnAdd(obj, isInInitialList)
		return nil
	}
	if err := p.State.Update(obj); err != nil {
		return err
	}
	p.Handler.OnUpdate(old, obj)
	return nil
}

// delete tells nobody of what is not there: a watch may repeat a deletion.
func (p *Processor) delete(obj any) error {
	if key, err := p.keyOf(obj); err == nil && !p.holds(key) {
		return nil
	}
	if err := p.State.Delete(obj); err != nil {
		return err
	}
	p.Handler.OnDelete(obj)
	return nil
}

func (p *Processor) syncAll() {
	for _, obj := range p.present() {
		p.Handler.OnUpdate(obj, obj)
	}
}
