package source

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// Edit makes one event of an object's current state, which is nil where there is no
// such object, with nothing happening in between. The function must neither change
// the object that it is given nor call the source. What it returns is applied as by
// Apply; Edit returns the object as it was applied.
func (s *Source) Edit(r workload.Resource, namespace, name string, edit func(current runtime.Object) (watch.EventType, runtime.Object, error)) (runtime.Object, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	current, _ := t.objects.Get(keyOf(namespace, name))
	kind, object, err := edit(current)
	if err != nil {
		return nil, err
	}
	return s.apply(&workload.Event{Resource: r, Type: kind, Object: object})
}
