package clientgo_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"informerbench/adopt/clientgo"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/wire"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// A factory's objects are decoded into shared form with one option, and one line for its client. What the
// factory limits its informers to, and its transform, hold as before.
func TestCompactObjectsInTheFactory(t *testing.T) {
	s := source.New(source.Options{})
	other := pod("q", 2)
	other.Namespace = "other"
	must(t, s.Load(workload.Pods, []runtime.Object{pod("p", 1), other}))
	server, transport := httptest.NewServer(apiserver.NewHandler(s)), &http.Transport{}
	defer server.Close()
	defer transport.CloseIdleConnections()
	config := &rest.Config{Host: server.URL, QPS: -1, Transport: transport}
	config.Wrap(wire.Transport)
	client, err := kubernetes.NewForConfig(config)
	must(t, err)

	d := encoded.New(encoded.Options{})
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("ns"), informers.WithTransform(markSeen))
	must(t, clientgo.Register(factory, clientgo.Scope{Namespace: "ns"}, []runtime.Object{&corev1.Pod{}},
		informer.WithStore(mvcc.New), informer.WithWire(wire.Options{Compact: d})))
	pods := factory.Core().V1().Pods()
	runUntilSynced(t, pods.Informer(), "ns/p")
	if n := d.Stats().Objects; n == 0 {
		t.Error("nothing was decoded into shared form")
	}
	one, err := pods.Lister().Pods("ns").Get("p")
	must(t, err)
	if keys := pods.Informer().GetIndexer().ListKeys(); len(keys) != 1 || one.Labels["seen"] != "yes" {
		t.Errorf("the store has %q, with labels %v", keys, one.Labels)
	}
}
