package compact_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// client-go's informers, typed, dynamic and metadata-only, over HTTP: their caches hold the objects
// of the source, without what was stripped.
func TestInformersHoldSmallerObjects(t *testing.T) {
	objects := cluster(t, 60)
	config, client := serve(t, objects)
	stripper := newStripper(t, compact.StripOptions{})
	interner := compact.NewInterner(compact.InternOptions{})
	chain := compact.Chain(stripper, interner)

	typed := informers.NewSharedInformerFactory(must(kubernetes.NewForConfigAndClient(config, client)), 0)
	dynamics := dynamicinformer.NewDynamicSharedInformerFactory(must(dynamic.NewForConfigAndClient(config, client)), 0)
	metadatas := metadatainformer.NewSharedInformerFactory(must(metadata.NewForConfigAndClient(config, client)), 0)
	all := map[workload.Resource]cache.SharedIndexInformer{}
	for _, kind := range workload.Kinds() {
		if kind.Resource == workload.Widgets {
			all[kind.Resource] = dynamics.ForResource(kind.GVR()).Informer()
			continue
		}
		all[kind.Resource] = must(typed.ForResource(kind.GVR())).Informer()
	}
	pods, _ := workload.KindOf(workload.Pods)
	onlyMetadata := metadatas.ForResource(pods.GVR()).Informer()
	ctx, cancel := context.WithCancel(t.Context())
	synced := []cache.InformerSynced{onlyMetadata.HasSynced}
	for _, i := range all {
		synced = append(synced, i.HasSynced)
		must(0, i.SetTransform(chain))
	}
	must(0, onlyMetadata.SetTransform(chain))
	typed.Start(ctx.Done())
	dynamics.Start(ctx.Done())
	metadatas.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		t.Fatal("not synced")
	}
	for r, i := range all {
		for _, o := range objects[r] {
			checkStored(t, i, o, func(stored, want runtime.Object) bool { return equality.Semantic.DeepEqual(stored, want) })
		}
	}
	for _, o := range objects[workload.Pods] {
		checkStored(t, onlyMetadata, o, func(stored, want runtime.Object) bool {
			return equality.Semantic.DeepEqual(&stored.(*metav1.PartialObjectMetadata).ObjectMeta, must(meta.Accessor(want)).(metav1.ObjectMetaAccessor).GetObjectMeta())
		})
	}
	if s := stripper.Stats(); s.Changed == 0 || s.Changed != s.Removed[0].Values {
		t.Errorf("stripping: %+v", s)
	}
	if s := interner.Stats(); s.Entries == 0 || s.SavedBytes == 0 {
		t.Errorf("interning: %+v", s)
	}
	cancel()
	typed.Shutdown()
	dynamics.Shutdown()
	metadatas.Shutdown()
}

// checkStored compares what an informer holds with an object of the source.
func checkStored(t *testing.T, i cache.SharedIndexInformer, o runtime.Object, equal func(stored, want runtime.Object) bool) {
	t.Helper()
	stored, ok, err := i.GetStore().GetByKey(must(cache.MetaNamespaceKeyFunc(o)))
	if !ok || err != nil {
		t.Fatalf("an object is missing: %v", err)
	}
	want := decoded(t, o)
	must(meta.Accessor(want)).SetManagedFields(nil)
	if !equal(stored.(runtime.Object), want) {
		t.Fatalf("stored is\n%+v\nthe source has\n%+v", stored, want)
	}
}

// serve serves objects over HTTP until the test ends.
func serve(t *testing.T, objects map[workload.Resource][]runtime.Object) (*rest.Config, *http.Client) {
	t.Helper()
	s := source.New(source.Options{})
	for _, r := range workload.Resources() {
		must(0, s.Load(r, objects[r]))
	}
	server := httptest.NewServer(apiserver.NewHandler(s))
	t.Cleanup(server.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &rest.Config{Host: server.URL, QPS: -1}, &http.Client{Transport: transport}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
