package scenarios

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflectorbench"
)

// poller lists everything at a fixed period, compares it with what it has by UID and version, and calls the handler for what
// differs. It is the best of its kind that we could think of: it keeps its objects in client-go's indexed store, so that readers
// are as fast as an informer's, keeps those that have not changed, and changes the store only where something has.
type poller struct {
	lister  cache.ListerWithContext
	period  time.Duration
	handler cache.ResourceEventHandler
	store   cache.Indexer
	synced  chan struct{}
}

func newPoller(c Cell, p reflectorbench.LabParts) (reflectorbench.LabPipeline, error) {
	l := &poller{
		lister: cache.ToListerWithContext(p.Source), period: c.Period, handler: p.Handler,
		store: cache.NewIndexer(cache.MetaNamespaceKeyFunc, p.Indexers), synced: make(chan struct{}),
	}
	return reflectorbench.LabPipeline{Store: l.store, Run: l.run, Synced: l.synced, Merges: true}, nil
}

// run polls until ctx ends. When a poll takes longer than the period the next one begins at once.
func (p *poller) run(ctx context.Context) {
	ticker := time.NewTicker(p.period)
	defer ticker.Stop()
	for initial := true; ; {
		if err := p.poll(ctx, initial); err == nil && initial {
			initial = false
			close(p.synced)
			ticker.Reset(p.period) // a first list that took long is not followed at once
		} else if err != nil && ctx.Err() == nil {
			klog.FromContext(ctx).Error(err, "Listing failed; the next attempt is at the next period")
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// poll lists the newest state and takes it over.
func (p *poller) poll(ctx context.Context, initial bool) error {
	list, err := p.lister.ListWithContext(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	known := p.store.ListKeys()
	gone := make(map[string]struct{}, len(known))
	for _, key := range known {
		gone[key] = struct{}{}
	}
	if err := meta.EachListItem(list, func(o runtime.Object) error { return p.take(o, initial, gone) }); err != nil {
		return err
	}
	for key := range gone {
		if err := p.remove(key); err != nil {
			return err
		}
	}
	return nil
}

// take compares one object of a list. An object of the same name with another UID is another object: the old one was deleted.
func (p *poller) take(o runtime.Object, initial bool, gone map[string]struct{}) error {
	key, err := cache.MetaNamespaceKeyFunc(o)
	if err != nil {
		return err
	}
	delete(gone, key)
	old, there, err := p.store.GetByKey(key)
	if err != nil {
		return err
	}
	if there {
		same, sameVersion, err := compared(old, o)
		if err != nil || sameVersion {
			return err
		}
		o = reflectorbench.Alone(o) // so as not to keep the list's array
		if same {
			if err := p.store.Update(o); err != nil {
				return err
			}
			p.handler.OnUpdate(old, o)
			return nil
		}
		if err := p.remove(key); err != nil {
			return err
		}
	} else {
		o = reflectorbench.Alone(o)
	}
	if err := p.store.Add(o); err != nil {
		return err
	}
	p.handler.OnAdd(o, initial)
	return nil
}

// remove tells of a deletion with what was known last: the version of the deletion is not in a list.
func (p *poller) remove(key string) error {
	old, there, err := p.store.GetByKey(key)
	if err != nil || !there {
		return err
	}
	if err := p.store.Delete(old); err != nil {
		return err
	}
	p.handler.OnDelete(cache.DeletedFinalStateUnknown{Key: key, Obj: old})
	return nil
}

func compared(old any, now runtime.Object) (same, sameVersion bool, err error) {
	a, err := meta.Accessor(old)
	if err != nil {
		return false, false, err
	}
	b, err := meta.Accessor(now)
	if err != nil {
		return false, false, err
	}
	same = a.GetUID() == b.GetUID()
	return same, same && a.GetResourceVersion() == b.GetResourceVersion(), nil
}
