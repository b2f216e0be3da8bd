package workload_test

import (
	"encoding/json"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"informerbench/workload"
)

// sizes returns the number of Pods in each group, the largest first.
func sizes(p *workload.Population, group func(*corev1.Pod) string) []int {
	counts := make(map[string]int)
	for _, o := range p.Objects(workload.Pods) {
		counts[group(o.(*corev1.Pod))]++
	}
	var sizes []int
	for _, n := range counts {
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	return sizes
}

func podPopulation(t *testing.T) *workload.Population {
	return generate(t, workload.Config{Seed: 11, Objects: 30_000, Profile: workload.Small, Resources: []workload.Resource{workload.Pods, workload.Nodes}})
}

func TestReplicaSetsAreOfZipfSize(t *testing.T) {
	got := sizes(podPopulation(t), func(p *corev1.Pod) string { return p.Namespace + "/" + p.OwnerReferences[0].Name })
	count := func(size int) (n int) {
		for _, s := range got {
			if s == size {
				n++
			}
		}
		return n
	}
	// Exponent 2: sizes 1, 2 and 3 are as 1 to 1/4 to 1/9.
	one, two, three := count(1), count(2), count(3)
	if share := float64(one) / float64(len(got)); share < 0.55 || share > 0.67 {
		t.Errorf("%.2f of the ReplicaSets have one Pod, want about 0.61", share)
	}
	if r := float64(one) / float64(two); r < 3.2 || r > 5 {
		t.Errorf("%d of one Pod and %d of two, want about 4 to 1", one, two)
	}
	if r := float64(one) / float64(three); r < 7 || r > 11.5 {
		t.Errorf("%d of one Pod and %d of three, want about 9 to 1", one, three)
	}
	if got[0] < 200 || got[0] > 1000 {
		t.Errorf("the largest has %d Pods, want several hundred", got[0])
	}
}

func TestNamespacesAreOfZipfSize(t *testing.T) {
	got := sizes(podPopulation(t), func(p *corev1.Pod) string { return p.Namespace })
	if len(got) < 150 || len(got) > 180 {
		t.Errorf("%d namespaces, want about the square root of 30000", len(got))
	}
	// Of 173 namespaces the first has 1 in H(173) = 5.7 of the ReplicaSets.
	if share := float64(got[0]) / 30_000; share < 0.10 || share > 0.28 {
		t.Errorf("the largest namespace has %.2f of the Pods, want about 0.17", share)
	}
	if median := got[len(got)/2]; got[0] < 20*median {
		t.Errorf("the largest namespace has %d Pods and the median one %d: too even", got[0], median)
	}
}

func TestNodesRunAboutThirtyPods(t *testing.T) {
	p := podPopulation(t)
	got := sizes(p, func(p *corev1.Pod) string { return p.Spec.NodeName })
	if nodes := len(p.Objects(workload.Nodes)); nodes != 1000 || len(got) != nodes {
		t.Errorf("%d nodes of which %d have Pods, want 1000", nodes, len(got))
	}
	if got[0] != 40 || got[len(got)-1] != 20 {
		t.Errorf("20 to 40 Pods a node expected, got %d to %d", got[len(got)-1], got[0])
	}
}

func TestReplicasAreSpreadOverNodes(t *testing.T) {
	// A ReplicaSet of at most as many Pods as there are nodes has each on its own.
	perNode := make(map[string]int)
	most := 0
	for _, o := range podPopulation(t).Objects(workload.Pods) {
		p := o.(*corev1.Pod)
		key := string(p.OwnerReferences[0].UID) + p.Spec.NodeName
		perNode[key]++
		most = max(most, perNode[key])
	}
	if most > 2 {
		t.Errorf("%d replicas of one ReplicaSet on one node", most)
	}
}

func TestSizesAsJSON(t *testing.T) {
	for _, profile := range workload.Profiles() {
		p := cluster(t, 12, 500, profile)
		for _, r := range workload.Resources() {
			smallest, largest, sum := 1<<30, 0, 0
			for _, o := range p.Objects(r) {
				data, err := json.Marshal(o)
				if err != nil {
					t.Fatal(err)
				}
				smallest, largest, sum = min(smallest, len(data)), max(largest, len(data)), sum+len(data)
			}
			mean := sum / len(p.Objects(r))
			t.Logf("%s %s: %d to %d bytes, mean %d", profile, r, smallest, largest, mean)
			switch {
			case profile == workload.Small && largest >= 1024:
				t.Errorf("small %s of %d bytes, want under 1 KB", r, largest)
			case profile == workload.Real && r == workload.Pods && (smallest < 7*1024 || largest > 9000):
				t.Errorf("real Pods of %d to %d bytes, want 7 to 9 KB", smallest, largest)
			case profile == workload.Real && r == workload.Nodes && mean < 7000:
				t.Errorf("real Nodes of %d bytes, want the 8 KB that 20 images make", mean)
			}
		}
	}
}
