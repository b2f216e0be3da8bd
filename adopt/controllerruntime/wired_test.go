package controllerruntime_test

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"informerbench/adopt/controllerruntime"
	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/wire"
	"informerbench/workload"
)

// With one option the cache's objects are decoded into shared form, typed, unstructured and metadata-only ones, within
// the cache's namespaces and through its transforms.
func TestCompactObjectsInTheCache(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	config := serve(t)
	config.Wrap(wire.Transport)
	d, sharer := encoded.New(encoded.Options{}), compact.NewSharer(compact.ShareOptions{})
	smaller := informer.WithWire(wire.Options{Compact: d, Share: sharer})
	c, err := crcache.New(config, crcache.Options{
		NewInformer:       controllerruntime.NewInformer(mvcc.New, smaller),
		DefaultNamespaces: map[string]crcache.Config{"ns0": {}},
		DefaultTransform:  marked,
	})
	must(t, err)
	ended := make(chan error, 1)
	go func() { ended <- c.Start(ctx) }()
	if !c.WaitForCacheSync(ctx) {
		t.Fatal("the cache has not started")
	}

	var pods corev1.PodList
	must(t, c.List(ctx, &pods))
	if len(pods.Items) != 20 || pods.Items[0].Labels["marked"] != "yes" {
		t.Errorf("%d Pods, want 20 that the transform has marked", len(pods.Items))
	}
	typed := d.Stats().Objects
	var metadata metav1.PartialObjectMetadataList
	metadata.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PodList"))
	must(t, c.List(ctx, &metadata))
	if len(metadata.Items) != 20 || metadata.Items[0].Kind != "Pod" {
		t.Errorf("%d Pods of which there is the metadata, want 20 that say what they are", len(metadata.Items))
	}
	var widgets unstructured.UnstructuredList
	widgets.SetGroupVersionKind(workload.Widgets.GroupVersionKind())
	must(t, c.List(ctx, &widgets, client.InNamespace("ns0")))
	if len(widgets.Items) != 1 || widgets.Items[0].GetKind() != workload.Widgets.GroupVersionKind().Kind {
		t.Errorf("Widgets: the cache has %v", widgets.Items)
	}
	if all := d.Stats().Objects; typed < 20 || all < typed+20 || sharer.Stats().Objects != 1 {
		t.Errorf("%d typed objects of %d in protobuf were decoded, and %+v shared", typed, all, sharer.Stats())
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the cache ended with %v", err)
	}
}

// marked is a transform that changes a copy of the labels: they may be shared.
func marked(o any) (any, error) {
	if _, ok := o.(cache.DeletedFinalStateUnknown); ok {
		return o, nil
	}
	about := o.(metav1.Object)
	labels := map[string]string{"marked": "yes"}
	for k, v := range about.GetLabels() {
		labels[k] = v
	}
	switch o := o.(type) {
	case *corev1.Pod:
		copied := *o
		copied.Labels = labels
		return &copied, nil
	case *metav1.PartialObjectMetadata:
		copied := *o
		copied.Labels = labels
		return &copied, nil
	}
	return o, nil
}
