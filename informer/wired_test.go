package informer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/wire"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// wiredPod is one of many Pods of one template.
func wiredPod(name, message string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, UID: types.UID("uid-" + name), Labels: map[string]string{"app": "web"}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "web:1", Command: []string{"serve", name}}}},
		Status:     corev1.PodStatus{Message: message},
	}
}

// podServer serves some Pods over HTTP, and a client whose requests package wire can answer.
func podServer(t *testing.T) (*source.Source, *kubernetes.Clientset) {
	t.Helper()
	s := source.New(source.Options{})
	var pods []runtime.Object
	for i := range 5 {
		pods = append(pods, wiredPod(fmt.Sprint("p", i), "first"))
	}
	if err := s.Load(workload.Pods, pods); err != nil {
		t.Fatal(err)
	}
	server, transport := httptest.NewServer(apiserver.NewHandler(s)), &http.Transport{}
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		transport.CloseIdleConnections()
	})
	config := &rest.Config{Host: server.URL, QPS: -1, Transport: transport}
	config.Wrap(wire.Transport)
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return s, client
}

// step is a transform that notes in a Pod's annotations that it has been there. It changes a copy of the map: what
// Compact has decoded may be shared.
func step(name string) cache.TransformFunc {
	return func(o any) (any, error) {
		p := o.(*corev1.Pod)
		p.Annotations = map[string]string{"steps": p.Annotations["steps"] + name + " "}
		return p, nil
	}
}

const bothSteps = "wire informer "

// seenSteps is a mutation detector that notes what it is given.
type seenSteps struct {
	mu    sync.Mutex
	other int // objects that have not been through both transforms
	all   int
}

func (d *seenSteps) Run(stop <-chan struct{}) { <-stop }

func (d *seenSteps) AddObject(o any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all++
	if o.(*corev1.Pod).Annotations["steps"] != bothSteps {
		d.other++
	}
}

// With one option the objects of client-go's source are compact, and go through the transform of package wire first and
// then through the informer's. Store, handlers and mutation detector see the result; a new version has the
// parts of the one that is held.
func TestWireUnderEachQueue(t *testing.T) {
	for name, queue := range map[string]informer.QueueFunc{"InOrder": informer.InOrder, "DeltaFIFO": informer.DeltaFIFO, "Direct": informer.Direct} {
		t.Run(name, func(t *testing.T) {
			s, client := podServer(t)
			d, detector := encoded.New(encoded.Options{}), &seenSteps{}
			lw := cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "pods", "ns", fields.Everything())
			inf := informer.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, cache.Indexers{},
				informer.WithStore(mvcc.New), informer.WithQueue(queue), informer.WithMutationDetector(detector),
				informer.WithWire(wire.Options{Compact: d, Transform: step("wire")}))
			if err := inf.SetTransform(step("informer")); err != nil {
				t.Fatal(err)
			}
			updates := make(chan [2]*corev1.Pod, 1)
			if _, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
				UpdateFunc: func(was, is any) { updates <- [2]*corev1.Pod{was.(*corev1.Pod), is.(*corev1.Pod)} },
			}); err != nil {
				t.Fatal(err)
			}
			runWired(t, inf)
			if err := s.Apply(workload.Event{Resource: workload.Pods, Type: watch.Modified, Object: wiredPod("p1", "second")}); err != nil {
				t.Fatal(err)
			}
			pair := <-updates
			if was, is := pair[0], pair[1]; is.Status.Message != "second" || &was.Spec.Containers[0] != &is.Spec.Containers[0] {
				t.Errorf("%v\nhas become\n%v\nwant the same containers, not equal ones", was, is)
			}
			for _, o := range inf.GetStore().List() {
				if p := o.(*corev1.Pod); p.Annotations["steps"] != bothSteps {
					t.Errorf("%s in the store has been through %q, want %q", p.Name, p.Annotations["steps"], bothSteps)
				}
			}
			if stats := d.Stats(); stats.Objects < 7 || stats.Kept == 0 { // five, the end of the list, and an update
				t.Errorf("%+v: want 7 objects or more, and parts kept", stats)
			}
			detector.mu.Lock()
			defer detector.mu.Unlock()
			if detector.all < 6 || detector.other > 0 {
				t.Errorf("the mutation detector got %d objects, %d of them not as they are in the store", detector.all, detector.other)
			}
		})
	}
}

// runWired runs an informer until the test ends, and returns when it has synced.
func runWired(t *testing.T, inf cache.SharedIndexInformer) {
	t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { defer close(stopped); inf.Run(stop) }()
	t.Cleanup(func() { close(stop); <-stopped })
	if !cache.WaitForCacheSync(stop, inf.HasSynced) {
		t.Fatal("not synced")
	}
}

// Compact and Share also reach an informer whose source package wire has made.
func TestSourceOfWireIsNotWrapped(t *testing.T) {
	_, client := podServer(t)
	d := encoded.New(encoded.Options{})
	lw := wire.New(client.CoreV1().RESTClient(), "pods", "", wire.Options{Example: &corev1.Pod{}, Compact: d})
	runWired(t, informer.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, cache.Indexers{}))
	if stats := d.Stats(); stats.Objects < 5 {
		t.Errorf("%+v: want all objects decoded by it", stats)
	}
	defer func() {
		if recover() == nil {
			t.Error("WithWire over a source of package wire is accepted")
		}
	}()
	informer.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, cache.Indexers{}, informer.WithWire(wire.Options{Compact: d}))
}

// A controller, and an informer with one handler, take the option as well.
func TestWireUnderAController(t *testing.T) {
	_, client := podServer(t)
	d := encoded.New(encoded.Options{})
	lw := cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "pods", "ns", fields.Everything())
	store, controller := informer.NewInformer(lw, &corev1.Pod{}, 0, nil, informer.WithWire(wire.Options{Compact: d}))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { defer close(stopped); controller.Run(stop) }()
	defer func() { close(stop); <-stopped }()
	if !cache.WaitForCacheSync(stop, controller.HasSynced) || len(store.ListKeys()) != 5 || d.Stats().Objects < 5 {
		t.Errorf("%d Pods in the store, %+v", len(store.ListKeys()), d.Stats())
	}
}
