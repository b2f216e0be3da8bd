package source

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// Edit changes one object by a function of its current state, with nothing in
// between: a NotFound error when there is none. The function must not change the
// object that it is given, and must not call the source. It returns the event to
// apply, as for Apply; Edit returns the object as it was applied.
func (s *Source) Edit(r workload.Resource, namespace, name string, edit func(current runtime.Object) (watch.EventType, runtime.Object, error)) (runtime.Object, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	current, ok := t.objects.Get(keyOf(namespace, name))
	if !ok {
		return nil, notFound(r, name)
	}
	kind, object, err := edit(current)
	if err != nil {
		return nil, err
	}
	return s.apply(&workload.Event{Resource: r, Type: kind, Object: object})
}
