// Package watched makes an informer as any program does, and looks at its store.
package watched

import (
	"context"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// New is an informer of one object, which it has read.
func New() cache.SharedIndexInformer {
	list := &metav1.PartialObjectMetadataList{Items: []metav1.PartialObjectMetadata{
		{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "a", ResourceVersion: "1"}},
	}}
	informer := cache.NewSharedIndexInformer(cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListFunc:  func(metav1.ListOptions) (runtime.Object, error) { return list, nil },
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil },
	}, source{}), &metav1.PartialObjectMetadata{}, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	go informer.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		panic("no sync")
	}
	cancel()
	if found, err := informer.GetIndexer().ByIndex(cache.NamespaceIndex, "ns"); err != nil || len(found) != 1 {
		panic("the object is missing")
	}
	return informer
}

// source tells that the list must be listed: the fake watch does not send it.
type source struct{}

func (source) IsWatchListSemanticsUnSupported() bool { return true }

// Store is the type of the store under the informer's indexer, of which it has no other way to know.
func Store(informer cache.SharedIndexInformer) string {
	return reflect.ValueOf(informer.GetIndexer()).Elem().FieldByName("cacheStorage").Elem().Type().String()
}
