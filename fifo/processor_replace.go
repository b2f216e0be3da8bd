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
	known := p.State.ListKeys()
	if len(known) == 0 {
		return p.fill(info, isInInitialList)
	}
	change, err := p.compare(info.Objects, known)
	if err != nil {
		return err
	}
	if err := p.replaceState(info); err != nil {
		return err
	}
	for _, tombstone := range change.deletions {
		p.Handler.OnDelete(tombstone)
	}
	for i, obj := range info.Objects {
		p.tell(change.before[i], obj, isInInitialList)
	}
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
	if len(p.State.ListKeys()) == len(info.Objects) {
		for _, obj := range info.Objects {
			p.Handler.OnAdd(obj, isInInitialList)
		}
		return nil
	}
	latest := make(map[string]any, len(info.Objects))
	for _, obj := range info.Objects {
		key, err := p.keyOf(obj)
		if err != nil {
			return err
		}
		old, exists := latest[key]
		latest[key] = obj
		p.tell(previous{old, exists}, obj, isInInitialList)
	}
	return nil
}

// previous is the object that was known under a key before, if any.
type previous struct {
	obj    any
	exists bool
}

func (p *Processor) tell(before previous, obj any, isInInitialList bool) {
	if before.exists {
		p.Handler.OnUpdate(before.obj, obj)
		return
	}
	p.Handler.OnAdd(obj, isInInitialList)
}

// change is what a list changes.
type change struct {
	deletions []cache.DeletedFinalStateUnknown
	// before has what was known of each object of the list.
	before []previous
}

func (p *Processor) compare(objects []any, known []string) (change, error) {
	c := change{before: make([]previous, len(objects))}
	latest := make(map[string]any, len(objects))
	for i, obj := range objects {
		key, err := p.keyOf(obj)
		if err != nil {
			return change{}, err
		}
		old, listed := latest[key]
		if !listed {
			old, listed = p.lookup(key)
		}
		c.before[i] = previous{old, listed}
		latest[key] = obj
	}
	for _, key := range known {
		if _, listed := latest[key]; !listed {
			obj, _ := p.lookup(key)
			c.deletions = append(c.deletions, cache.DeletedFinalStateUnknown{Key: key, Obj: obj})
		}
	}
	return c, nil
}

func (p *Processor) lookup(key string) (any, bool) {
	obj, exists, err := p.State.GetByKey(key)
	if err != nil {
		utilruntime.HandleErrorWithLogger(p.Logger, err, "Lookup failed", "key", key)
		return nil, false
	}
	return obj, exists
}

func (p *Processor) keyOf(obj any) (string, error) {
	keyFunc := p.KeyFunc
	if keyFunc == nil {
		keyFunc = cache.MetaNamespaceKeyFunc
	}
	return intake{keyFunc: keyFunc}.keyOf(obj)
}
