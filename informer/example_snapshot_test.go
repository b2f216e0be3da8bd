package informer_test

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores/mvcc"
)

// Several reads of one state: what is counted and what is listed fit each other,
// however much is written meanwhile.
func ExampleSnapshot() {
	inf := informer.NewSharedIndexInformer(
		fixedPods(examplePod("one", ""), examplePod("two", ""), examplePod("three", "")),
		&corev1.Pod{},
		0, // no resyncs
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc},
		informer.WithStore(mvcc.New),
		informer.WithListMode(reflector.ListPaged),
	)
	stop := runUntilSynced(inf)
	defer stop()

	snapshot, err := informer.Snapshot(inf.GetIndexer())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer snapshot.Close()
	fmt.Println(snapshot.Len(), "objects at", snapshot.ResourceVersion())
	for key := range snapshot.Ascend("default/p") { // in order, from here on
		fmt.Println(key)
	}
	// Output:
	// 3 objects at 1
	// default/three
	// default/two
}

// A controller that wrote an object waits until its informer shows the write, and does
// not decide by what it knows to be old.
func ExampleWaitForVersion() {
	inf := informer.NewSharedIndexInformer(fixedPods(examplePod("one", "")), &corev1.Pod{}, 0, nil,
		informer.WithStore(mvcc.New), informer.WithListMode(reflector.ListPaged))
	stop := runUntilSynced(inf)
	defer stop()

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	const written = "1" // the resource version in the API server's answer
	fmt.Println(informer.WaitForVersion(ctx, inf.GetIndexer(), written))
	// Output:
	// <nil>
}
