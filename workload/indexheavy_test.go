package workload_test

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

func TestHeavyIndexersAreAsManyAsAskedFor(t *testing.T) {
	for _, r := range workload.Resources() {
		p := cluster(t, 5, 50, workload.Small)
		for n := range 20 {
			indexers := workload.HeavyIndexers(r, n)
			if len(indexers) != n {
				t.Errorf("%s: %d indexes, want %d", r, len(indexers), n)
			}
			for name, index := range indexers {
				if _, err := index(p.Objects(r)[0]); err != nil {
					t.Errorf("%s: index %s: %v", r, name, err)
				}
			}
		}
		if n := len(workload.HeavyIndexers(r, -1)); n != 0 {
			t.Errorf("%s: %d indexes of -1", r, n)
		}
	}
}

func TestHeavyIndexesHaveManyValuesAndMove(t *testing.T) {
	p := cluster(t, 5, 50, workload.Real)
	pod := p.Objects(workload.Pods)[3].(*corev1.Pod)
	values := func(o *corev1.Pod, index string) []string {
		found, err := workload.HeavyIndexers(workload.Pods, 16)[index](o)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(found)
		return found
	}
	if have := values(pod, workload.LabelsIndex); len(have) != len(pod.Labels) || !slices.Contains(have, "app.kubernetes.io/name="+pod.Labels["app.kubernetes.io/name"]) {
		t.Errorf("labels %v are indexed as %q", pod.Labels, have)
	}
	if have := values(pod, workload.ImagesIndex); !slices.Contains(have, pod.Spec.Containers[0].Image) || len(have) < 2 {
		t.Errorf("images are indexed as %q", have)
	}
	if have := values(pod, workload.StateIndex); len(have) != 2 || !slices.Contains(have, "Running") {
		t.Errorf("the state is indexed as %q", have)
	}
	next := pod.DeepCopy()
	next.ResourceVersion = "123456789"
	for _, index := range []string{workload.MovingIndex(1), workload.MovingIndex(9)} {
		before, after := values(pod, index), values(next, index)
		if len(before) != 2 || before[0] == after[0] || before[1] != after[1] {
			t.Errorf("index %s: an update moves it from %q to %q, want one value of two", index, before, after)
		}
	}
	if _, err := workload.HeavyIndexers(workload.Pods, 16)[workload.LabelsIndex](7); err == nil {
		t.Error("a number was indexed")
	}
	if _, has := workload.HeavyIndexers(workload.Nodes, 16)[cache.NamespaceIndex]; has {
		t.Error("nodes have a namespace index")
	}
}
