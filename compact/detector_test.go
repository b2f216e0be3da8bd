package compact_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/reflector"
)

// reports are what a detector has found, at each of its looks that found something.
type reports struct {
	mu  sync.Mutex // the detector reports on a goroutine of its own
	all [][]compact.Mutation
}

func (r *reports) add(found []compact.Mutation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, found)
}

func (r *reports) list() [][]compact.Mutation {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all
}

// A handler of an informer writes into a part of its object that other objects in the cache have as well. The
// informer's mutation detector, which is the Sharer's, tells which part that is.
func TestInformerTellsOfAHandlerThatMutates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sharer, found := compact.NewSharer(compact.ShareOptions{Detect: true}), &reports{}
		changes := watch.NewFake()
		lw := &cache.ListWatch{
			ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
				list := &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}}
				for _, name := range []string{"a", "b", "c"} {
					list.Items = append(list.Items, *replica(t, "rs", name))
				}
				return list, nil
			},
			WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) { return changes, nil },
		}
		inf := informer.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, cache.Indexers{}, informer.WithListMode(reflector.ListPaged),
			informer.WithTransform(sharer.Transform), informer.WithMutationDetector(sharer.Detector(time.Minute, found.add)))
		_, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, object any) {
			object.(*corev1.Pod).Spec.Containers[0].Env[1].Value = "what a handler wrote"
		}})
		must(0, err)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { inf.RunWithContext(ctx) })
		defer running.Wait()
		defer cancel()

		time.Sleep(90 * time.Second)
		synctest.Wait()
		if !inf.HasSynced() || len(found.list()) > 0 {
			t.Fatalf("synced: %v; nobody has changed anything yet: %v", inf.HasSynced(), found.list())
		}
		next := replica(t, "rs", "b")
		next.ResourceVersion = "2"
		changes.Modify(next)
		synctest.Wait()
		shared(t, sharer, replica(t, "other", "x")) // orders the handler's write before the next look, for the race detector
		time.Sleep(time.Minute)
		synctest.Wait()
		all := found.list()
		if len(all) != 1 || len(all[0]) != 1 {
			t.Fatalf("reported was %v, want one mutation, once", all)
		}
		got, want := all[0][0], compact.Mutation{Object: "Pod web/a", Path: "spec.containers[0].env[1].value"}
		if got.Object != want.Object || got.Path != want.Path || got.Objects < 3 {
			t.Errorf("reported was %v (%d objects), want %v in three objects or, with b's first version, four", got, got.Objects, want)
		}
		if a, _, err := inf.GetStore().GetByKey("web/a"); err != nil || a.(*corev1.Pod).Spec.Containers[0].Env[1].Value != "what a handler wrote" {
			t.Errorf("Pod a does not have what was written into b's: they do not share it, and nothing was tested (%v)", err)
		}
	})
}

// Parts that were shared while they were decoded are watched over like those that a Sharer has shared: it only has to
// see the objects.
func TestMutationOfWhatADecoderSharedIsTold(t *testing.T) {
	decoder, sharer := encoded.New(encoded.Options{}), compact.NewSharer(compact.ShareOptions{Detect: true})
	var pods []*corev1.Pod
	for _, name := range []string{"a", "b", "c"} {
		message, err := replica(t, "rs", name).Marshal()
		must(0, err)
		pod := &corev1.Pod{}
		must(0, decoder.Decode(message, pod))
		pods = append(pods, shared(t, sharer, pod).(*corev1.Pod))
	}
	if found := sharer.Verify(); len(found) > 0 {
		t.Fatalf("nobody has changed anything yet: %v", found)
	}
	pods[2].Spec.Tolerations[0].Key = "what a handler wrote"
	want := compact.Mutation{Object: "Pod web/a", Path: "spec.tolerations[0].key", Objects: len(pods)}
	if found := sharer.Verify(); len(found) != 1 || found[0] != want {
		t.Errorf("found %v, want %v", found, want)
	}
	if pods[0].Spec.Tolerations[0].Key != "what a handler wrote" {
		t.Error("the Pods do not share their tolerations")
	}
}
