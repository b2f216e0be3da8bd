package fifo

import (
	"slices"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
)

// replaceAll makes State hold exactly info's objects, and then tells the handler
// of the deletions (tombstones with the known object) and of each object in the
// order of the list. Of objects with the same key State holds the last; the
// handler sees each one as an update of the one before it. If a key fails,
// nothing changes.
func (p *Processor) replaceAll(info cache.ReplacedAllInfo, isInInitialList bool) error {
	held := p.count()
	if held == 0 {
		return p.fill(info, isInInitialList)
	}
	d, err := p.compare(info.Objects, held)
	if err != nil {
		return err
	}
	if !p.applyDifference(&d, info) {
		if err := p.replaceState(info); err != nil {
			return err
		}
	}
	p.tellDifference(&d, info.Objects, isInInitialList)
	return nil
}

// replaceState keeps info's list for the handlers: a store owns what it is given,
// unless it says that it does not.
func (p *Processor) replaceState(info cache.ReplacedAllInfo) error {
	objects := info.Objects
	if _, leaves := p.State.(interface{ LeavesList() }); !leaves {
		objects = slices.Clone(objects)
	}
	return p.State.Replace(objects, info.ResourceVersion)
}

// fill is replaceAll for an empty State, the largest list of all: there is
// nothing to compare with, so no key is computed here unless one occurs twice.
func (p *Processor) fill(info cache.ReplacedAllInfo, isInInitialList bool) error {
	if err := p.replaceState(info); err != nil {
		return err
	}
	if p.count() == len(info.Objects) {
		for _, obj := range info.Objects {
			p.Handler.OnAdd(obj, isInInitialList)
		}
		return nil
	}
	listed := newKeySet(len(info.Objects), p.keyAt(info.Objects))
	for i, obj := range info.Objects {
		key, err := p.keyOf(obj)
		if err != nil {
			return err
		}
		if earlier, twice := listed.put(key, i); twice {
			p.Handler.OnUpdate(info.Objects[earlier], obj)
		} else {
			p.Handler.OnAdd(obj, isInInitialList)
		}
	}
	return nil
}

// count is the number of objects in State, without a list of them if it knows one.
func (p *Processor) count() int {
	if counted, ok := p.State.(interface{ Len() int }); ok {
		return counted.Len()
	}
	return len(p.State.ListKeys())
}

// keyAt returns the function that computes the key of an object of a list once more.
func (p *Processor) keyAt(objects []any) func(i int) string {
	return func(i int) string {
		key, _ := p.keyOf(objects[i]) // no error: it had one before
		return key
	}
}

func (p *Processor) lookup(key string) (any, bool) {
	obj, exists, err := p.State.GetByKey(key)
	if err != nil {
		utilruntime.HandleErrorWithLogger(p.Logger, err, "Lookup failed", "key", key)
		return nil, false
	}
	return obj, exists
}

// holds tells whether State has an object. One that cannot be looked up may be there.
func (p *Processor) holds(key string) bool {
	if state, ok := p.State.(interface{ Has(key string) bool }); ok {
		return state.Has(key)
	}
	_, exists, err := p.State.GetByKey(key)
	return exists || err != nil
}

func (p *Processor) keyOf(obj any) (string, error) {
	keyFunc := p.KeyFunc
	if keyFunc == nil {
		keyFunc = cache.MetaNamespaceKeyFunc
	}
	return intake{keyFunc: keyFunc}.keyOf(obj)
}
