package workload_test

import (
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"informerbench/workload"
)

func byKey[T any](t *testing.T, p *workload.Population, r workload.Resource) map[string]T {
	t.Helper()
	m := make(map[string]T)
	for _, o := range p.Objects(r) {
		key, _ := objectMeta(t, o)
		m[key] = o.(any).(T)
	}
	return m
}

func TestPodsRunOnNodesThatExist(t *testing.T) {
	for _, profile := range workload.Profiles() {
		p := cluster(t, 14, 400, profile)
		nodes := byKey[*corev1.Node](t, p, workload.Nodes)
		configs := byKey[*corev1.ConfigMap](t, p, workload.ConfigMaps)
		ips := make(map[string]bool)
		for _, o := range p.Objects(workload.Pods) {
			pod := o.(*corev1.Pod)
			node, ok := nodes["/"+pod.Spec.NodeName]
			if !ok {
				t.Fatalf("node %q of %s does not exist", pod.Spec.NodeName, pod.Name)
			}
			if profile == workload.Real && pod.Status.HostIP != node.Status.Addresses[0].Address {
				t.Fatalf("%s: host %s, its node has %s", pod.Name, pod.Status.HostIP, node.Status.Addresses[0].Address)
			}
			if ips[pod.Status.PodIP] || pod.Status.PodIP == "" || pod.Status.PodIPs[0].IP != pod.Status.PodIP {
				t.Fatalf("%s: address %q is taken or not the first", pod.Name, pod.Status.PodIP)
			}
			ips[pod.Status.PodIP] = true
			owner := pod.OwnerReferences[0]
			if !strings.HasPrefix(pod.Name, owner.Name+"-") || owner.Kind != "ReplicaSet" || owner.UID == "" {
				t.Fatalf("%s is owned by %s %s", pod.Name, owner.Kind, owner.Name)
			}
			for _, v := range pod.Spec.Volumes {
				if v.ConfigMap != nil && configs[pod.Namespace+"/"+v.ConfigMap.Name] == nil {
					t.Fatalf("%s mounts ConfigMap %s, which does not exist", pod.Name, v.ConfigMap.Name)
				}
			}
		}
	}
}

func TestEndpointsTargetPodsThatExist(t *testing.T) {
	for _, profile := range workload.Profiles() {
		p := cluster(t, 15, 400, profile)
		pods := byKey[*corev1.Pod](t, p, workload.Pods)
		endpoints := 0
		for _, o := range p.Objects(workload.EndpointSlices) {
			slice := o.(*discoveryv1.EndpointSlice)
			if slice.Labels[discoveryv1.LabelServiceName] != slice.OwnerReferences[0].Name {
				t.Fatalf("%s: service label and owner differ", slice.Name)
			}
			for _, e := range slice.Endpoints {
				endpoints++
				pod, ok := pods[e.TargetRef.Namespace+"/"+e.TargetRef.Name]
				if !ok || profile == workload.Real && pod.UID != e.TargetRef.UID || pod.Status.PodIP != e.Addresses[0] || pod.Spec.NodeName != *e.NodeName {
					t.Fatalf("%s: endpoint %+v is not its Pod", slice.Name, e)
				}
			}
		}
		if endpoints != len(pods) {
			t.Errorf("%d endpoints for %d Pods", endpoints, len(pods))
		}
	}
}

func TestEveryNodeHasItsLease(t *testing.T) {
	p := cluster(t, 16, 1000, workload.Small)
	leases := byKey[*coordinationv1.Lease](t, p, workload.Leases)
	for _, o := range p.Objects(workload.Nodes) {
		node := o.(*corev1.Node)
		lease := leases[corev1.NamespaceNodeLease+"/"+node.Name]
		if lease == nil || *lease.Spec.HolderIdentity != node.Name || lease.OwnerReferences[0].UID != node.UID {
			t.Fatalf("node %s: lease %+v", node.Name, lease)
		}
		delete(leases, corev1.NamespaceNodeLease+"/"+node.Name)
	}
	if len(leases) == 0 {
		t.Error("no leases of leader election")
	}
	for key := range leases {
		if !strings.HasPrefix(key, "kube-system/") {
			t.Errorf("lease %s belongs to no node", key)
		}
	}
}

func TestEveryNamespaceHasItsRootCertificate(t *testing.T) {
	p := cluster(t, 17, 300, workload.Real)
	configs := byKey[*corev1.ConfigMap](t, p, workload.ConfigMaps)
	for _, o := range p.Objects(workload.Pods) {
		_, m := objectMeta(t, o)
		if configs[m.GetNamespace()+"/kube-root-ca.crt"] == nil {
			t.Fatalf("namespace %s has no root certificate", m.GetNamespace())
		}
	}
}

func TestWidgetsTargetApplications(t *testing.T) {
	p := cluster(t, 18, 200, workload.Real)
	configs := byKey[*corev1.ConfigMap](t, p, workload.ConfigMaps)
	for key, w := range byKey[*unstructured.Unstructured](t, p, workload.Widgets) {
		app, _, err := unstructured.NestedString(w.Object, "spec", "targetRef", "name")
		if err != nil || configs[w.GetNamespace()+"/"+app] == nil {
			t.Errorf("widget %s targets %q, %v", key, app, err)
		}
		if w.GroupVersionKind() != workload.Widgets.GroupVersionKind() {
			t.Errorf("widget %s is a %s", key, w.GroupVersionKind())
		}
	}
}

func TestDeploymentsSelectAsManyPodsAsTheyHave(t *testing.T) {
	for _, profile := range workload.Profiles() {
		p := cluster(t, 19, 300, profile)
		selected := 0
		for key, deployment := range byKey[*appsv1.Deployment](t, p, workload.Deployments) {
			selector, err := metav1.LabelSelectorAsSelector(deployment.Spec.Selector)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, o := range p.Objects(workload.Pods) {
				pod := o.(*corev1.Pod)
				if pod.Namespace == deployment.Namespace && selector.Matches(labels.Set(pod.Labels)) {
					n++
				}
			}
			if int32(n) != *deployment.Spec.Replicas || int32(n) != deployment.Status.AvailableReplicas {
				t.Errorf("%s selects %d Pods and has %d replicas, %d available", key, n, *deployment.Spec.Replicas, deployment.Status.AvailableReplicas)
			}
			selected += n
		}
		if selected != len(p.Objects(workload.Pods)) {
			t.Errorf("%d of %d Pods belong to a Deployment", selected, len(p.Objects(workload.Pods)))
		}
	}
}

func TestEventsAreAboutPodsThatExist(t *testing.T) {
	for _, profile := range workload.Profiles() {
		p := cluster(t, 20, 300, profile)
		pods := byKey[*corev1.Pod](t, p, workload.Pods)
		for key, e := range byKey[*corev1.Event](t, p, workload.Events) {
			about := e.InvolvedObject
			pod, ok := pods[about.Namespace+"/"+about.Name]
			if !ok || pod.UID != about.UID || e.Source.Host != "" && e.Source.Host != pod.Spec.NodeName {
				t.Fatalf("event %s is about %+v, which is not a Pod there", key, about)
			}
		}
	}
}
