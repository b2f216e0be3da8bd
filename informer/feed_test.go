package informer_test

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// feed is a source that keeps nothing: an empty list, and a watch into which the test
// sends. Sending returns when the reflector has taken the event.
type feed struct {
	watcher *watch.FakeWatcher
	version int
}

func newFeed() *feed { return &feed{watcher: watch.NewFake()} }

func (f *feed) List(metav1.ListOptions) (runtime.Object, error) {
	return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "0"}}, nil
}

func (f *feed) Watch(metav1.ListOptions) (watch.Interface, error) { return f.watcher, nil }

func (f *feed) pod(name string) *corev1.Pod {
	f.version++
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		Namespace: "ns", Name: name, ResourceVersion: strconv.Itoa(f.version),
	}}
}
