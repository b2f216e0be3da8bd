package workload_test

import (
	"strings"
	"testing"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

func TestChurnIsFourFifthsUpdates(t *testing.T) {
	const events = 50_000
	p := streamPopulation(t, 5000, workload.Small)
	m := newModel(t, p)
	s := workload.NewStream(p, workload.Churn, 3)
	updates := make(map[string]int)
	started, moved := 0, 0
	for range events {
		e := s.Next()
		before := m.apply(e)
		if e.Type != watch.Modified {
			continue
		}
		key, _ := objectMeta(t, e.Object)
		updates[key]++
		old, pod := before.(*corev1.Pod), e.Object.(*corev1.Pod)
		switch {
		case old.Spec.NodeName == "" && pod.Spec.NodeName != "":
			started++
		case old.Spec.NodeName != pod.Spec.NodeName || old.Status.PodIP != pod.Status.PodIP:
			moved++
		}
		if old.Status.Reason == pod.Status.Reason && old.Status.Phase == pod.Status.Phase {
			t.Fatalf("the update of %s changes nothing", key)
		}
	}
	for kind, want := range map[watch.EventType]float64{watch.Added: 0.1, watch.Deleted: 0.1, watch.Modified: 0.8} {
		if got := float64(m.counts[kind]) / events; got < want-0.01 || got > want+0.01 {
			t.Errorf("%s: %.3f of the events, want %.1f", kind, got, want)
		}
	}
	if share := float64(started) / float64(m.counts[watch.Added]); share < 0.95 || moved != 0 {
		t.Errorf("%.2f of the added Pods started, and %d running ones moved", share, moved)
	}
	hottest, all := 0, 0
	for _, n := range updates {
		hottest, all = max(hottest, n), all+n
	}
	// Rank 0 of 5000 has 1 in log2(5000) = 12.3 of the updates that are not starts.
	if share := float64(hottest) / float64(all); share < 0.03 || share > 0.1 {
		t.Errorf("the hottest Pod has %.3f of the updates, want about 0.07", share)
	}
	if live := len(m.objects[workload.Pods]); live < 4375 || live > 5625 {
		t.Errorf("%d Pods are left of 5000", live)
	}
}

func TestRolloutReplacesEachPodByOneOfANewOwner(t *testing.T) {
	p := streamPopulation(t, 2000, workload.Small)
	m := newModel(t, p)
	s := workload.NewStream(p, workload.Rollout, 4)
	live := make(map[string]int) // Pods by application
	app := func(pod *corev1.Pod) string { return pod.Namespace + "/" + pod.Labels["app"] }
	for _, o := range p.Objects(workload.Pods) {
		live[app(o.(*corev1.Pod))]++
	}
	size := make(map[string]int)
	for a, n := range live {
		size[a] = n
	}
	for range 30_000 {
		e := s.Next()
		before := m.apply(e)
		pod := e.Object.(*corev1.Pod)
		a := app(pod)
		switch e.Type {
		case watch.Added:
			live[a]++
		case watch.Deleted:
			live[a]--
			if before.(*corev1.Pod).OwnerReferences[0].UID != pod.OwnerReferences[0].UID || pod.DeletionTimestamp == nil {
				t.Fatalf("%s was deleted with another owner or without a time", pod.Name)
			}
		}
		if live[a] < size[a] || live[a] > size[a]+(size[a]+3)/4 {
			t.Fatalf("%s has %d Pods of %d", a, live[a], size[a])
		}
	}
	for _, kind := range []watch.EventType{watch.Added, watch.Modified, watch.Deleted} {
		if n := m.counts[kind]; n < 9500 || n > 10_500 {
			t.Errorf("%d events %s of 30000, want a third", n, kind)
		}
	}
	newer := 0
	old := byKey[*corev1.Pod](t, p, workload.Pods)
	for key := range m.objects[workload.Pods] {
		if _, ok := old[key]; !ok {
			newer++
		}
	}
	if newer < 1500 {
		t.Errorf("%d Pods of 2000 were replaced by 10000 deletions", newer)
	}
}

func TestHeartbeatRenewsLeasesAndNowAndThenANode(t *testing.T) {
	p := streamPopulation(t, 900, workload.Small)
	m := newModel(t, p)
	s := workload.NewStream(p, workload.Heartbeat, 5)
	leases, leaders, nodes := 0, 0, 0
	for range 31_000 {
		e := s.Next()
		before := m.apply(e)
		if e.Type != watch.Modified {
			t.Fatalf("%s in a heartbeat", e.Type)
		}
		if e.Resource == workload.Nodes {
			nodes++
			continue
		}
		leases++
		old, lease := before.(*coordinationv1.Lease), e.Object.(*coordinationv1.Lease)
		if lease.Spec.RenewTime.Time.Before(old.Spec.RenewTime.Time.Truncate(1e9)) || *lease.Spec.HolderIdentity != *old.Spec.HolderIdentity {
			t.Fatalf("%s was not renewed", lease.Name)
		}
		if lease.Namespace == "kube-system" {
			leaders++
		}
	}
	if nodes != 1000 || leases != 30_000 {
		t.Errorf("%d Leases and %d Nodes, want 30 to 1", leases, nodes)
	}
	// 30 node leases once and 4 of leader election five times in a round.
	if share := float64(leaders) / float64(leases); share < 0.38 || share > 0.42 {
		t.Errorf("%.2f of the renewals are leaders', want 20 of 50", share)
	}
}

func TestNodeFailureTurnsAllPodsOfANode(t *testing.T) {
	p := streamPopulation(t, 900, workload.Small)
	m := newModel(t, p)
	s := workload.NewStream(p, workload.NodeFailure, 6)
	var node *corev1.Node
	pods := 0
	for range 5000 {
		e := s.Next()
		m.apply(e)
		if e.Type != watch.Modified {
			t.Fatalf("%s in a node failure", e.Type)
		}
		if e.Resource == workload.Nodes {
			if node != nil && (pods < 20 || pods > 40) {
				t.Fatalf("%d Pods of node %s", pods, node.Name)
			}
			node, pods = e.Object.(*corev1.Node), 0
			continue
		}
		pods++
		pod := e.Object.(*corev1.Pod)
		failed := node.Status.Conditions[0].Status != corev1.ConditionTrue
		if pod.Spec.NodeName != node.Name || (pod.Status.Reason == "NodeNotReady") != failed {
			t.Fatalf("Pod of %s says %q while node %s is failed: %t", pod.Spec.NodeName, pod.Status.Reason, node.Name, failed)
		}
	}
}

func TestFlapUpdatesOneKey(t *testing.T) {
	p := streamPopulation(t, 100, workload.Small)
	s := workload.NewStream(p, workload.Flap, 7)
	first, _ := objectMeta(t, s.Next().Object)
	for range 1000 {
		e := s.Next()
		if key, _ := objectMeta(t, e.Object); key != first || e.Type != watch.Modified {
			t.Fatalf("%s of %s, want updates of %s", e.Type, key, first)
		}
	}
}

func TestRealUpdatesChangeWhatAKubeletChanges(t *testing.T) {
	p := streamPopulation(t, 100, workload.Real)
	s := workload.NewStream(p, workload.Flap, 8)
	restarts, flips := 0, 0
	old := s.Next().Object.(*corev1.Pod)
	for range 200 {
		pod := s.Next().Object.(*corev1.Pod)
		was, is := old.Status.ContainerStatuses[0], pod.Status.ContainerStatuses[0]
		switch {
		case is.RestartCount == was.RestartCount+1 && is.ContainerID != was.ContainerID && is.LastTerminationState.Terminated.ContainerID == was.ContainerID:
			restarts++
		case is.Ready != was.Ready && is.ContainerID == was.ContainerID:
			flips++
		default:
			t.Fatalf("from %+v to %+v", was, is)
		}
		if strings.Count(is.ContainerID, "containerd://") != 1 || &pod.Labels == &old.Labels {
			t.Fatal("a malformed update")
		}
		old = pod
	}
	if restarts < 30 || restarts > 80 {
		t.Errorf("%d restarts and %d flips, want 1 to 3", restarts, flips)
	}
}
