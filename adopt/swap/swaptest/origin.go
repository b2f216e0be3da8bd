package swaptest

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	dynamicfake "k8s.io/client-go/dynamic/fake"

	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	metadatafake "k8s.io/client-go/metadata/fake"
	"k8s.io/client-go/metadata/metadatainformer"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
)

var configMaps = corev1.SchemeGroupVersion.WithResource("configmaps")

// origin is one way in which client-go makes an informer of ConfigMaps, with the fake
// server behind it.
type origin struct {
	informer cache.SharedIndexInformer
	server   clienttesting.ObjectTracker
	// shape turns a ConfigMap into what this server and its informer hold.
	shape    func(*corev1.ConfigMap) runtime.Object
	start    func(context.Context)
	shutdown func()
}

// origins are made afresh for each test: an informer runs once.
var origins = []struct {
	name string
	make func() origin
}{
	{"typed factory", typed},
	{"dynamic factory", dynamic},
	{"metadata factory", metadata},
	{"cache.NewSharedIndexInformer", bare},
}

func typed() origin {
	client := fake.NewClientset()
	factory := informers.NewSharedInformerFactory(client, 0)
	return origin{
		informer: factory.Core().V1().ConfigMaps().Informer(),
		server:   client.Tracker(),
		shape:    func(c *corev1.ConfigMap) runtime.Object { return c },
		start:    func(ctx context.Context) { factory.Start(ctx.Done()) },
		shutdown: factory.Shutdown,
	}
}

func dynamic() origin {
	client := dynamicfake.NewSimpleDynamicClient(scheme.Scheme)
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	return origin{
		informer: factory.ForResource(configMaps).Informer(),
		server:   client.Tracker(),
		shape: func(c *corev1.ConfigMap) runtime.Object {
			content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(c)
			if err != nil {
				panic(err) // a ConfigMap can always be converted
			}
			return &unstructured.Unstructured{Object: content}
		},
		start:    func(ctx context.Context) { factory.Start(ctx.Done()) },
		shutdown: factory.Shutdown,
	}
}

func metadata() origin {
	known := metadatafake.NewTestScheme()
	if err := metav1.AddMetaToScheme(known); err != nil {
		panic(err) // an empty scheme takes these types
	}
	client := metadatafake.NewSimpleMetadataClient(known)
	factory := metadatainformer.NewSharedInformerFactory(client, 0)
	return origin{
		informer: factory.ForResource(configMaps).Informer(),
		server:   client.Tracker(),
		shape: func(c *corev1.ConfigMap) runtime.Object {
			return &metav1.PartialObjectMetadata{TypeMeta: c.TypeMeta, ObjectMeta: c.ObjectMeta}
		},
		start:    func(ctx context.Context) { factory.Start(ctx.Done()) },
		shutdown: factory.Shutdown,
	}
}

func bare() origin {
	o := typed()
	client := fake.NewClientset()
	o.server = client.Tracker()
	o.informer = cache.NewSharedIndexInformer(configMapsOf(client), &corev1.ConfigMap{}, 0,
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	stopped := make(chan struct{})
	o.start = func(ctx context.Context) {
		go func() { defer close(stopped); o.informer.Run(ctx.Done()) }()
	}
	o.shutdown = func() { <-stopped }
	return o
}
