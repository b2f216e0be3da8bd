package informer_test

import (
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
)

// item is a small object: the tests of bursts have hundreds of thousands.
type item = metav1.PartialObjectMetadata

// feed is a source that keeps nothing: an empty list, and a watch into which the test
// sends, with some room for what the reflector has not taken yet.
type feed struct {
	watcher *watch.FakeWatcher
	version int
}

func newFeed() *feed { return &feed{watcher: watch.NewFakeWithChanSize(1024, false)} }

func (f *feed) List(metav1.ListOptions) (runtime.Object, error) {
	return &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: "0"}}, nil
}

func (f *feed) Watch(metav1.ListOptions) (watch.Interface, error) { return f.watcher, nil }

func (f *feed) item(name string) *item {
	f.version++
	return &item{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: strconv.Itoa(f.version)}}
}

// informer is an informer of the feed.
func (f *feed) informer(o ...informer.Option) cache.SharedIndexInformer {
	return informer.NewSharedIndexInformer(f, &item{}, 0, nil, append(o, informer.WithListMode(reflector.ListPaged))...)
}
