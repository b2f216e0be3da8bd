package workload_test

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

func TestIndexersAgreeWithTheObjects(t *testing.T) {
	for _, profile := range workload.Profiles() {
		p := cluster(t, 31, 300, profile)
		for _, r := range workload.Resources() {
			indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, workload.Indexers(r))
			for _, o := range p.Objects(r) {
				if err := indexer.Add(o); err != nil {
					t.Fatal(err)
				}
			}
			if _, ok := workload.Indexers(r)[cache.NamespaceIndex]; ok != r.Namespaced() {
				t.Errorf("%s: namespace index: %t", r, ok)
			}
		}
		pod := p.Objects(workload.Pods)[5].(*corev1.Pod)
		assertIndexed(t, p, workload.Pods, pod, workload.NodeIndex, pod.Spec.NodeName)
		assertIndexed(t, p, workload.Pods, pod, workload.IPIndex, pod.Status.PodIP)
		assertIndexed(t, p, workload.Pods, pod, workload.OwnerIndex, string(pod.OwnerReferences[0].UID))
		assertIndexed(t, p, workload.Pods, pod, cache.NamespaceIndex, pod.Namespace)
		node := p.Objects(workload.Nodes)[2].(*corev1.Node)
		assertIndexed(t, p, workload.Nodes, node, workload.IPIndex, node.Status.Addresses[0].Address)
		slice := p.Objects(workload.EndpointSlices)[2].(*discoveryv1.EndpointSlice)
		assertIndexed(t, p, workload.EndpointSlices, slice, workload.IPIndex, slice.Endpoints[0].Addresses[0])
		assertIndexed(t, p, workload.EndpointSlices, slice, workload.NodeIndex, *slice.Endpoints[0].NodeName)
	}
}

func assertIndexed(t *testing.T, p *workload.Population, r workload.Resource, object any, index, value string) {
	t.Helper()
	values, err := workload.Indexers(r)[index](object)
	if err != nil || value == "" || !slices.Contains(values, value) {
		t.Errorf("%s index %s gives %q, %v, want %q", r, index, values, err, value)
	}
}

func TestPendingPodsAreInNoIndexOfPlaces(t *testing.T) {
	for _, index := range []string{workload.NodeIndex, workload.IPIndex, workload.OwnerIndex} {
		values, err := workload.Indexers(workload.Pods)[index](&corev1.Pod{})
		if err != nil || len(values) != 0 {
			t.Errorf("%s: %q, %v", index, values, err)
		}
	}
}

func TestIndexFunctionsRefuseOtherKinds(t *testing.T) {
	for name, index := range workload.Indexers(workload.Pods) {
		if _, err := index("not an object"); err == nil {
			t.Errorf("%s took a string", name)
		}
	}
	if _, err := workload.Indexers(workload.Pods)[workload.NodeIndex](&corev1.Node{}); err == nil {
		t.Error("the index of Pods took a Node")
	}
}
