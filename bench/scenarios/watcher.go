package scenarios

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflectorbench"
)

// watcher lists once, watches from there, and hands each event to the handler. It keeps no object, so it cannot tell what was
// deleted while a watch was broken, and gives up when that happens; verification then refuses the run.
type watcher struct {
	source  cache.ListerWatcherWithContext
	handler cache.ResourceEventHandler
	synced  chan struct{}
}

func newWatcher(_ Cell, p reflectorbench.LabParts) (reflectorbench.LabPipeline, error) {
	if p.Client == nil {
		return reflectorbench.LabPipeline{}, errors.New("a bare watch has readers that ask the API server: it needs source http")
	}
	w := &watcher{source: cache.ToListerWatcherWithContext(p.Source), handler: p.Handler, synced: make(chan struct{})}
	store := &remoteStore{client: p.Client, resource: string(p.Resource), indexers: p.Indexers}
	return reflectorbench.LabPipeline{Store: store, Run: w.run, Synced: w.synced, Remote: true}, nil
}

func (w *watcher) run(ctx context.Context) {
	if err := w.follow(ctx); err != nil && ctx.Err() == nil {
		klog.FromContext(ctx).Error(err, "The bare watch is broken, and nothing knows what it has missed")
	}
}

// follow returns when the watch ends.
func (w *watcher) follow(ctx context.Context) error {
	version, err := w.list(ctx)
	if err != nil {
		return err
	}
	close(w.synced)
	events, err := w.source.WatchWithContext(ctx, metav1.ListOptions{ResourceVersion: version})
	if err != nil {
		return err
	}
	defer events.Stop()
	for {
		select {
		case e, open := <-events.ResultChan():
			if !open {
				return errors.New("the watch has ended")
			}
			if err := w.handle(e); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// list tells of everything that there is, and at which version.
func (w *watcher) list(ctx context.Context) (version string, err error) {
	list, err := w.source.ListWithContext(ctx, metav1.ListOptions{})
	if err != nil {
		return "", err
	}
	about, err := meta.ListAccessor(list)
	if err != nil {
		return "", err
	}
	return about.GetResourceVersion(), meta.EachListItem(list, func(o runtime.Object) error {
		w.handler.OnAdd(o, true)
		return nil
	})
}

func (w *watcher) handle(e watch.Event) error {
	switch e.Type {
	case watch.Added:
		w.handler.OnAdd(e.Object, false)
	case watch.Modified:
		w.handler.OnUpdate(nil, e.Object) // what it was before, nobody knows
	case watch.Deleted:
		w.handler.OnDelete(e.Object)
	case watch.Bookmark:
	case watch.Error:
		return apierrors.FromObject(e.Object)
	default:
		return fmt.Errorf("an event of the unknown type %q", e.Type)
	}
	return nil
}
