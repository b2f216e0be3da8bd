package informer_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

func byLabel(name string) cache.IndexFunc {
	return func(obj any) ([]string, error) {
		v, ok := obj.(*corev1.Pod).Labels[name]
		if !ok {
			return nil, nil
		}
		return []string{v}, nil
	}
}

func labelled(name, value string) func(*corev1.Pod) {
	return func(p *corev1.Pod) { p.Labels = map[string]string{name: value} }
}

// kubernetes/kubernetes#70881: indexes may be added at any time before the stop, from
// several goroutines, while objects change; the handle taken first serves them all.
func TestIndexersAddedWhileRunning(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		const objects, writes = 500, 600
		source := withPods(objects)
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{Indexers: cache.Indexers{"from-the-start": byLabel("colour")}}, o...)
		handle := inf.GetIndexer()
		if err := inf.AddIndexers(cache.Indexers{"before-the-start": byLabel("colour")}); err != nil {
			t.Fatal(err)
		}
		r := start(t, inf)
		var wg sync.WaitGroup
		wg.Go(func() {
			for i := range writes {
				source.put(podName(i%objects), labelled("colour", fmt.Sprint(i%7)))
			}
		})
		names := []string{"from-the-start", "before-the-start"}
		for i := range 4 {
			name := fmt.Sprintf("while-running-%d", i)
			names = append(names, name)
			wg.Go(func() {
				if err := inf.AddIndexers(cache.Indexers{name: byLabel("colour")}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		synctest.Wait()
		for _, name := range names {
			found := 0
			for colour := range 7 {
				objs, err := handle.ByIndex(name, fmt.Sprint(colour))
				if err != nil {
					t.Error(err)
				}
				for _, obj := range objs {
					if got := obj.(*corev1.Pod).Labels["colour"]; got != fmt.Sprint(colour) {
						t.Errorf("index %s: colour %s under %d", name, got, colour)
					}
				}
				found += len(objs)
			}
			if found != objects {
				t.Errorf("index %s has %d objects, want %d", name, found, objects)
			}
		}
		r.stop()
		if err := inf.AddIndexers(cache.Indexers{"after-the-stop": byLabel("colour")}); err == nil {
			t.Error("an index was added after the stop")
		}
		if _, exists := handle.GetIndexers()["after-the-stop"]; exists {
			t.Error("the refused index exists")
		}
	})
}

// An index is right by the time that a handler hears of the change.
func TestIndexIsCurrentWhenTheHandlerIsCalled(t *testing.T) {
	forAllPipelines(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(1)
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{Indexers: cache.Indexers{"colour": byLabel("colour")}}, o...)
		var seen []string
		add(t, inf, cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, newObj any) {
			keys, err := inf.GetIndexer().IndexKeys("colour", newObj.(*corev1.Pod).Labels["colour"])
			seen = append(seen, fmt.Sprint(keys, err))
		}})
		start(t, inf)
		for _, colour := range []string{"red", "blue", "red"} {
			source.put(podName(0), labelled("colour", colour))
			synctest.Wait()
		}
		want := fmt.Sprint([]string{podKey(0)}, error(nil))
		if !slices.Equal(seen, []string{want, want, want}) {
			t.Errorf("the index said %q", seen)
		}
	})
}
