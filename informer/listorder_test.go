package informer_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores"
)

// unsorted is a source whose list is in the order of its names, which is not theirs.
type unsorted []string

func (u unsorted) List(metav1.ListOptions) (runtime.Object, error) {
	list := &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "9"}}
	for _, name := range u {
		list.Items = append(list.Items, *podOf(name))
	}
	return list, nil
}

func (u unsorted) Watch(o metav1.ListOptions) (watch.Interface, error) {
	w := watch.NewFakeWithChanSize(len(u)+1, false)
	if o.SendInitialEvents == nil || !*o.SendInitialEvents {
		return w, nil
	}
	for _, name := range u {
		w.Add(podOf(name))
	}
	end := podOf("")
	end.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	w.Action(watch.Bookmark, end)
	return w, nil
}

func podOf(name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: "9"}}
}

// orderedStore writes down in which order it is filled, and accepts no map.
type orderedStore struct {
	stores.Store
	keys *[]string
}

func (s orderedStore) ReplaceList(items []stores.Item, resourceVersion string) {
	content := map[string]any{}
	for _, item := range items {
		*s.keys = append(*s.keys, item.Key)
		content[item.Key] = item.Object
	}
	s.Store.Replace(content, resourceVersion)
}

func (s orderedStore) Replace(map[string]any, string) { panic("the list came as a map") }

// What was listed together lies together: the order of the list reaches a store that
// can use it, whichever way the list comes.
func TestOrderOfTheListReachesTheStore(t *testing.T) {
	names := unsorted{"m", "c", "x", "a", "z", "b"}
	for _, mode := range listModes {
		t.Run(fmt.Sprint("list=", mode), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var keys []string
				inf := informer.NewSharedIndexInformer(names, &corev1.Pod{}, 0, nil, informer.WithListMode(mode),
					informer.WithStore(func(indexers cache.Indexers) stores.Store {
						return orderedStore{cache.NewThreadSafeStore(indexers, cache.Indices{}).(stores.Store), &keys}
					}))
				seen := newRecorder()
				add(t, inf, seen)
				start(t, inf)
				var want, told []string
				for _, name := range names {
					want = append(want, "ns/"+name)
					told = append(told, "ns/"+name+": initial 9")
				}
				if !slices.Equal(keys, want) {
					t.Errorf("the store got %q, want %q", keys, want)
				}
				if !slices.Equal(seen.calls(), told) {
					t.Errorf("the handler saw %q", seen.calls())
				}
			})
		})
	}
}
