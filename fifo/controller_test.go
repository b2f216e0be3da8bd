package fifo_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/fifo/fifotest"
)

// server is a list and a watch for client-go's reflector, without streamed lists.
type server struct {
	list    []*metav1.PartialObjectMetadata
	watches chan *watch.FakeWatcher
}

func (s *server) List(metav1.ListOptions) (runtime.Object, error) {
	list := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "10"}}
	for _, obj := range s.list {
		list.Items = append(list.Items, *obj)
	}
	return list, nil
}

func (s *server) Watch(metav1.ListOptions) (watch.Interface, error) {
	w := watch.NewFake()
	s.watches <- w
	return w, nil
}

// IsWatchListSemanticsUnSupported tells the reflector not to ask for streams.
func (s *server) IsWatchListSemanticsUnSupported() bool { return true }

// Our queues and processor are parts for client-go's own controller.
func TestQueuesWorkInClientGosController(t *testing.T) {
	all := maps.Clone(subjects)
	all["direct"] = func(cache.KeyListerGetter) cache.QueueWithBatch { return fifo.NewDirect(fifo.Options{}) }
	for name, newQueue := range all {
		for _, batch := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ",batch=", batch), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { runController(t, newQueue, batch) })
			})
		}
	}
}

func runController(t *testing.T, newQueue fifotest.NewQueue, batch bool) {
	state, handler := newState(), &log{}
	p := &fifo.Processor{Handler: handler, State: state}
	s := &server{
		list:    []*metav1.PartialObjectMetadata{object("a", 1), object("b", 2)},
		watches: make(chan *watch.FakeWatcher),
	}
	config := &cache.Config{
		Queue: newQueue(state), ListerWatcher: s,
		ObjectType: &metav1.PartialObjectMetadata{}, Process: p.Process,
	}
	if batch {
		config.ProcessBatch = p.ProcessBatch
	}
	controller := cache.New(config)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { controller.RunWithContext(ctx) })

	w := <-s.watches
	synctest.Wait()
	if !controller.HasSynced() {
		t.Error("not synced after the list")
	}
	w.Add(object("c", 11))
	w.Modify(object("a", 12))
	w.Delete(object("b", 13))
	synctest.Wait()
	cancel()
	running.Wait()

	handler.want(t, "add a@1 *", "add b@2 *", "add c@11", "update a@1 a@12", "delete b@13")
	keys := state.ListKeys()
	slices.Sort(keys)
	if !slices.Equal(keys, []string{"a", "c"}) {
		t.Errorf("the store holds %q", keys)
	}
}
