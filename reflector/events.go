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
// logged, counted and skipped (see inspect).
func (p *pump) take(ctx context.Context, ev watch.Event) error {
	about, ok, err := p.inspect(ctx, ev)
	if !ok {
		return err
	}
	switch ev.Type {
	case watch.Added:
		err = p.to.Add(ev.Object)
	case watch.Modified:
		err = p.to.Update(ev.Object)
	case watch.Deleted:
		err = p.to.Delete(ev.Object)
	case watch.Bookmark:
		err = p.bookmark(about)
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

// inspect returns the metadata of an event that can be passed on. Ok is false for an
// Error event, with its error, and for one that is not what was expected, without.
func (p *pump) inspect(ctx context.Context, ev watch.Event) (about metav1.Object, ok bool, err error) {
	if ev.Type == watch.Error {
		return nil, false, streamError(ev)
	}
	if err := p.expected.check(ev.Object); err != nil {
		p.skip(ctx, ev, err)
		return nil, false, nil
	}
	if about, err = meta.Accessor(ev.Object); err != nil {
		p.skip(ctx, ev, err)
		return nil, false, nil
	}
	switch ev.Type {
	case watch.Added:
	case watch.Modified, watch.Deleted, watch.Bookmark:
		p.past = true
	default:
		p.skip(ctx, ev, errUnknownType)
		return nil, false, nil
	}
	return about, true, nil
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
	if p.believes(version) {
		p.setVersion(version)
	}
}

func (p *pump) believes(version string) bool {
	return version != "" && (p.past || p.stream.ordered)
}

func (p *pump) setVersion(version string) {
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
	p.skipped++
	utilruntime.HandleErrorWithContext(ctx, why, "Unexpected watch event, skipped", "reflector", p.o.Name, "type", p.o.TypeDescription, "event", ev.Type)
}

// storeFailed notes that the store did not take an event. The watch goes on, as
// client-go's does: the store's own error is the place to refuse for good.
func (p *pump) storeFailed(ctx context.Context, ev watch.Event, err error) {
	p.stats.storeFailures.Add(1)
	utilruntime.HandleErrorWithContext(ctx, err, "Unable to pass a watch event to the store", "reflector", p.o.Name, "type", p.o.TypeDescription, "event", ev.Type)
}
