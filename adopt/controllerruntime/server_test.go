package controllerruntime_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// serve starts an API server on a loopback address: two Nodes, of which the first has 30
// Pods and the second 10, and a custom resource.
func serve(t *testing.T) *rest.Config {
	t.Helper()
	s := source.New(source.Options{})
	var nodes, pods []runtime.Object
	for n, count := range []int{30, 10} {
		nodes = append(nodes, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("n%d", n)}})
		for i := range count {
			pods = append(pods, pod(fmt.Sprintf("ns%d", i%2), fmt.Sprintf("p%d-%d", n, i), fmt.Sprintf("n%d", n)))
		}
	}
	must(t, s.Load(workload.Nodes, nodes))
	must(t, s.Load(workload.Pods, pods))
	must(t, s.Load(workload.Widgets, []runtime.Object{widget("ns0", "w")}))
	server := httptest.NewServer(apiserver.NewHandler(s))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return &rest.Config{Host: server.URL, QPS: -1}
}

func pod(namespace, name, node string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: map[string]string{"on": node}},
		Spec:       corev1.PodSpec{NodeName: node},
	}
}

func widget(namespace, name string) *unstructured.Unstructured {
	w := &unstructured.Unstructured{}
	w.SetGroupVersionKind(workload.Widgets.GroupVersionKind())
	w.SetNamespace(namespace)
	w.SetName(name)
	return w
}
