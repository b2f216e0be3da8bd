package source

import (
	"fmt"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// lockedEvents bounds the events applied under one hold of the lock, so that
// watchers keep up with a large Apply instead of falling off the log behind it.
const lockedEvents = 256

// Apply makes the events happen, in order. An object that carries a resource version
// keeps it, and it must be higher than the last; one without gets the next version,
// on a shallow copy. After that the object belongs to everybody and must not change.
//
// Apply stops at the first event that cannot happen and says which; those before it
// stay applied. The errors are the API's: AlreadyExists for an added object that
// exists, NotFound for a modified or deleted one that does not.
func (s *Source) Apply(events ...workload.Event) error {
	for start := 0; start < len(events); start += lockedEvents {
		part := events[start:min(start+lockedEvents, len(events))]
		if i, err := s.applyPart(part); err != nil {
			if len(events) == 1 {
				return err
			}
			return fmt.Errorf("event %d of %d: %w", start+i+1, len(events), err)
		}
	}
	return nil
}

func (s *Source) applyPart(events []workload.Event) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range events {
		if _, err := s.apply(&events[i]); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// apply changes the objects, then the version, then the log, and wakes the watchers
// last. The order is free: whoever reads any of them holds s.mu.
func (s *Source) apply(event *workload.Event) (runtime.Object, error) {
	t, err := s.table(event.Resource)
	if err != nil {
		return nil, err
	}
	object, version, err := s.versioned(t, event.Object)
	if err != nil {
		return nil, err
	}
	e := entry{version: version, object: object}
	if err := t.change(event.Type, &e); err != nil {
		return nil, err
	}
	s.version = version
	t.log.append(e)
	t.wake()
	return object, nil
}

// versioned returns the object with the version that it keeps or gets.
func (s *Source) versioned(t *table, object runtime.Object) (runtime.Object, uint64, error) {
	meta, err := t.accessor(object)
	if err != nil {
		return nil, 0, err
	}
	own := meta.GetResourceVersion()
	if own == "" {
		return stamped(object, s.version+1), s.version + 1, nil
	}
	version, err := strconv.ParseUint(own, 10, 64)
	if err != nil {
		return nil, 0, fmt.Errorf("source: resource version %q of %s %q is not a number", own, t.resource, meta.GetName())
	}
	if version <= s.version {
		return nil, 0, fmt.Errorf("source: resource version %d of %s %q is not above the last, %d", version, t.resource, meta.GetName(), s.version)
	}
	return object, version, nil
}

// change makes the event happen to the table's objects and completes its entry.
func (t *table) change(kind watch.EventType, e *entry) error {
	key := objectKey(e.object)
	ok := false
	switch kind {
	case watch.Added:
		e.change = added
		if !t.objects.Insert(key, e.object) {
			return alreadyExists(t.kind, key)
		}
		return nil
	case watch.Modified:
		e.change = modified
		e.before, ok = t.objects.Replace(key, e.object)
	case watch.Deleted:
		e.change = deleted
		e.before, ok = t.objects.Delete(key)
	default:
		return fmt.Errorf("source: an event of type %q cannot be applied", kind)
	}
	if !ok {
		return notFound(t.kind, key)
	}
	return nil
}

func objectKey(object runtime.Object) string {
	meta := object.(metav1.Object)
	return keyOf(meta.GetNamespace(), meta.GetName())
}
