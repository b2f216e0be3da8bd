package fifo

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// keptDeltas is how many deltas there is room for while little happens.
const keptDeltas = 64

// Add processes an Added delta. The error is the transform's; an error of processing is
// the consumer's.
func (d *Direct) Add(obj any) error { return d.write(cache.Added, obj) }

// Update processes an Updated delta; errors are as those of Add.
func (d *Direct) Update(obj any) error { return d.write(cache.Updated, obj) }

// Delete processes a Deleted delta, whether or not the key is known. obj may be a
// [cache.DeletedFinalStateUnknown]. Errors are as those of Add.
func (d *Direct) Delete(obj any) error { return d.write(cache.Deleted, obj) }

func (d *Direct) write(kind cache.DeltaType, obj any) error {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	if err := d.collect(kind, obj); err != nil {
		return err
	}
	d.flush()
	return nil
}

// ApplyEvents processes the events in their order: runs of changes as one batch each,
// bookmarks between them. An event whose object the transform refuses is reported to
// failed and left out; errors of processing are the consumer's.
func (d *Direct) ApplyEvents(events []watch.Event, failed func(event int, err error)) {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	for i := range events {
		if err := d.take(&events[i]); err != nil {
			failed(i, err)
		}
	}
	d.flush()
}

func (d *Direct) take(ev *watch.Event) error {
	switch ev.Type {
	case watch.Added:
		return d.collect(cache.Added, ev.Object)
	case watch.Modified:
		return d.collect(cache.Updated, ev.Object)
	case watch.Deleted:
		return d.collect(cache.Deleted, ev.Object)
	case watch.Bookmark:
		about, err := meta.Accessor(ev.Object)
		if err != nil {
			return err
		}
		d.flush()
		_ = d.process(bookmark(about.GetResourceVersion()), false) // the consumer has it
		return nil
	}
	return fmt.Errorf("unknown type of event: %q", ev.Type)
}

// collect puts an object into the batch.
func (d *Direct) collect(kind cache.DeltaType, obj any) error {
	obj, err := d.transformed(obj)
	if err != nil {
		return err
	}
	d.touch()
	d.deltas = append(d.deltas, cache.Delta{Type: kind, Object: obj})
	return nil
}

// flush processes the batch. Errors are the consumer's.
func (d *Direct) flush() {
	if len(d.deltas) > 0 {
		defer d.forget()
		_ = d.process(d.deltas, false)
	}
}

// forget lets go of the objects, and of the room of a burst once a batch needs little.
func (d *Direct) forget() {
	if cap(d.deltas) > keptDeltas && len(d.deltas) < cap(d.deltas)/4 {
		d.deltas = nil
		return
	}
	clear(d.deltas)
	d.deltas = d.deltas[:0]
}

// Replace processes one ReplacedAll delta with the transformed list, of which it takes
// possession. The error is the transform's, [cache.ErrFIFOClosed], or that of processing,
// which is the consumer's as well.
func (d *Direct) Replace(list []any, resourceVersion string) error {
	if d.transform == nil {
		return d.ReplaceTransformed(list, resourceVersion)
	}
	objects := make([]any, len(list)) // the list stays as it is, in case of an error
	for i, obj := range list {
		var err error
		if objects[i], err = d.transformed(obj); err != nil {
			return err
		}
	}
	return d.ReplaceTransformed(objects, resourceVersion)
}

// ReplaceTransformed is Replace for a list whose objects the transform has seen already.
func (d *Direct) ReplaceTransformed(list []any, resourceVersion string) error {
	info := cache.ReplacedAllInfo{ResourceVersion: resourceVersion, Objects: list}
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	d.begin(1)
	err := d.process([]cache.Delta{{Type: cache.ReplacedAll, Object: info}}, d.pending > 0)
	if err == nil {
		d.finish(d.pending)
	}
	return err
}

// transformed is the object that is passed on. A tombstone was transformed when it was
// a whole object.
func (d *Direct) transformed(obj any) (any, error) {
	if d.transform == nil {
		return obj, nil
	}
	if _, tombstone := obj.(cache.DeletedFinalStateUnknown); tombstone {
		return obj, nil
	}
	return d.transform(obj)
}

// Transformer returns the transform, for reflectors that ask for it
// ([cache.TransformingStore]).
func (d *Direct) Transformer() cache.TransformFunc { return d.transform }

// Resync processes a SyncAll delta.
func (d *Direct) Resync() error {
	return d.control([]cache.Delta{{Type: cache.SyncAll, Object: cache.SyncAllInfo{}}})
}

// Bookmark processes a Bookmark delta: the consumer is current as of resourceVersion.
func (d *Direct) Bookmark(resourceVersion string) error {
	return d.control(bookmark(resourceVersion))
}

func bookmark(resourceVersion string) []cache.Delta {
	return []cache.Delta{{Type: cache.Bookmark, Object: cache.BookmarkInfo{ResourceVersion: resourceVersion}}}
}

// control processes a delta that is about no object. It does not count as a first write.
func (d *Direct) control(deltas []cache.Delta) error {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	_ = d.process(deltas, false)
	return nil
}
