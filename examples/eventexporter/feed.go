package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// feed is what the reflector fills in place of a store: each version that it lists or
// watches goes into a channel of fixed size.
//
// This is how back-pressure reaches the API server. When Elasticsearch is slow, the
// channel fills and put blocks the reflector's goroutine; nothing reads the watch any
// more, and TCP holds the server back. A server that loses patience ends the watch, and
// the reflector resumes it, or lists again, when there is room. An informer's handler
// could not do this: events would pile up in the handler's own buffer, which has no bound
// because one handler must not delay the others.
type feed struct {
	ctx  context.Context // ends the waiting for room
	to   chan<- document
	took func(n int) // counts
}

var _ cache.ReflectorStore = (*feed)(nil)

func (f *feed) Add(obj any) error    { return f.put(obj) }
func (f *feed) Update(obj any) error { return f.put(obj) }

// Delete does nothing: Events expire in the cluster, and stay in Elasticsearch.
func (f *feed) Delete(any) error { return nil }

// Replace exports a whole list. After a restart, and after each relist, most of it is
// there already; Elasticsearch tells by the IDs.
func (f *feed) Replace(list []any, _ string) error {
	for _, obj := range list {
		if err := f.put(obj); err != nil {
			return err
		}
	}
	return nil
}

func (f *feed) Resync() error { return nil }

// put waits for room. It fails only when the program ends.
func (f *feed) put(obj any) error {
	event, ok := obj.(*corev1.Event)
	if !ok {
		return fmt.Errorf("not an Event: %T", obj)
	}
	d, err := newDocument(event)
	if err != nil {
		return err
	}
	select {
	case f.to <- d:
		f.took(1)
		return nil
	case <-f.ctx.Done():
		return f.ctx.Err()
	}
}
