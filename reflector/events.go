package reflector

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// take passes one event on. The error is that of an Error event, or of a
// collection that refused the object. An event that is not what was expected is
// logged, counted and skipped.
func (p *pump) take(ctx context.Context, ev watch.Event) error {
	if ev.Type == watch.Error {
		return streamError(ev)
	}
	if err := p.expected.check(ev.Object); err != nil {
		p.skip(ctx, ev, err)
		return nil
	}
	about, err := meta.Accessor(ev.Object)
	if err != nil {
		p.skip(ctx, ev, err)
		return nil
	}
	switch ev.Type {
	case watch.Added:
		err = p.to.Add(ev.Object)
	case watch.Modified:
		p.past = true
		err = p.to.Update(ev.Object)
	case watch.Deleted:
		p.past = true
		err = p.to.Delete(ev.Object)
	case watch.Bookmark:
		p.past = true
		err = p.bookmark(about)
	default:
		p.skip(ctx, ev, errUnknownType)
		return nil
	}
	if err != nil {
		if p.collecting {
			p.stats.storeFailures.Add(1) // the transform is the store's
			p.refused = err
			return err
		}
		p.storeFailed(ctx, ev, err)
	}
	p.passed++
	p.burst.events++
	p.moveTo(about.GetResourceVersion())
	return nil
}

var errUnknownType = errors.New("unknown type of watch event")

// bookmark tells the store how far it has come, if it wants to know. Nothing
// else comes of a bookmark (kubernetes/kubernetes#134827), except that an
// annotated one ends the initial events.
func (p *pump) bookmark(about metav1.Object) error {
	p.burst.bookmarks++
	if p.collecting {
		p.marked = about.GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true"
		return nil
	}
	if version := about.GetResourceVersion(); p.bookmarks != nil && version != "" {
		return p.bookmarks.Bookmark(version)
	}
	return nil
}

// moveTo makes version the one from which the next watch starts. It is taken as
// it comes, whatever its shape: versions are opaque and events are applied in
// the order of their arrival (hashicorp/consul-api-gateway#467). An object that
// carries none moves nothing, for a watch from "" would be another list.
func (p *pump) moveTo(version string) {
	if version == "" || !p.past && !p.stream.ordered {
		return
	}
	p.version = version
	if p.collecting {
		return
	}
	p.burst.moved = true
	if p.versionSink != nil {
		p.versionSink.UpdateResourceVersion(version)
	}
}

// skip leaves an event out.
func (p *pump) skip(ctx context.Context, ev watch.Event, why error) {
	p.burst.skipped++
	utilruntime.HandleErrorWithContext(ctx, why, "Unexpected watch event, skipped", "reflector", p.o.Name, "type", p.o.TypeDescription, "event", ev.Type)
}

// storeFailed notes that the store did not take an event. The watch goes on, as
// client-go's does: the store's own error is the place to refuse for good.
func (p *pump) storeFailed(ctx context.Context, ev watch.Event, err error) {
	p.stats.storeFailures.Add(1)
	utilruntime.HandleErrorWithContext(ctx, err, "Unable to pass a watch event to the store", "reflector", p.o.Name, "type", p.o.TypeDescription, "event", ev.Type)
}
