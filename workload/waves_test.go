package workload_test

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// wave plays one wave over what is alive and counts its events by resource and type.
func wave(t *testing.T, s *workload.Stream, alive map[string]bool) map[string]int {
	t.Helper()
	count := map[string]int{}
	for range 100_000 {
		e := s.Next()
		m, err := meta.Accessor(e.Object)
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(e.Resource, " ", cache.MetaObjectToName(m))
		if alive[key] == (e.Type == watch.Added) {
			t.Fatalf("%s of %s, which is there: %t", e.Type, key, alive[key])
		}
		alive[key] = e.Type != watch.Deleted
		count[fmt.Sprint(e.Resource, " ", e.Type)]++
		if s.EndsWave() {
			return count
		}
	}
	t.Fatal("the wave does not end")
	return nil
}

func waves(t *testing.T, m workload.Mix, profile workload.Profile, objects, n int) (p *workload.Population, counts []map[string]int) {
	t.Helper()
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: objects, Profile: profile, Resources: m.Resources()})
	if err != nil {
		t.Fatal(err)
	}
	alive := map[string]bool{}
	for _, r := range m.Resources() {
		for _, o := range p.Objects(r) {
			m, _ := meta.Accessor(o)
			alive[fmt.Sprint(r, " ", cache.MetaObjectToName(m))] = true
		}
	}
	s := workload.NewStream(p, m, 2)
	for range n {
		counts = append(counts, wave(t, s, alive))
	}
	return p, counts
}

func TestWavesAreLegalAndEnd(t *testing.T) {
	for _, m := range workload.Waves() {
		for _, c := range []struct {
			profile workload.Profile
			objects int
		}{{workload.Small, 1}, {workload.Small, 40}, {workload.Small, 5000}, {workload.Real, 300}} {
			t.Run(fmt.Sprintf("%s/%s/%d", m, c.profile, c.objects), func(t *testing.T) {
				waves(t, m, c.profile, c.objects, 4)
			})
		}
	}
}

func TestAStormReplacesATenthOfAllPods(t *testing.T) {
	_, counts := waves(t, workload.RolloutStorm, workload.Small, 20_000, 2)
	for _, c := range counts {
		added := c["pods ADDED"]
		if added < 2000 || added > 3000 || c["pods DELETED"] != added || c["pods MODIFIED"] != added {
			t.Errorf("a wave has %v", c)
		}
	}
}

func TestOneNodeInTwentyIsLostWithItsPods(t *testing.T) {
	p, counts := waves(t, workload.NodeLoss, workload.Small, 20_000, 3)
	lost := len(p.Objects(workload.Nodes)) / 20
	for _, c := range counts {
		pods := c["pods DELETED"]
		if pods < 15*lost || pods > 50*lost || c["pods ADDED"] != pods || c["pods MODIFIED"] != 2*pods {
			t.Errorf("a wave that loses %d nodes has %v", lost, c)
		}
		if nodes := c["nodes MODIFIED"]; nodes < 2*lost+pods/10 {
			t.Errorf("there are %d events of nodes, of which %d are of lost ones", nodes, 2*lost)
		}
	}
}

func TestNewPodsDoNotComeToLostNodes(t *testing.T) {
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: 5000, Profile: workload.Small, Resources: workload.NodeLoss.Resources()})
	if err != nil {
		t.Fatal(err)
	}
	s, lost := workload.NewStream(p, workload.NodeLoss, 2), map[string]bool{}
	for !s.EndsWave() {
		switch o := s.Next().Object.(type) {
		case *corev1.Node:
			if c := o.Status.Conditions[len(o.Status.Conditions)-1]; c.Status == corev1.ConditionUnknown {
				lost[o.Name] = true
			} else {
				delete(lost, o.Name)
			}
		case *corev1.Pod:
			if o.Status.Reason == "" && o.DeletionTimestamp == nil && lost[o.Spec.NodeName] {
				t.Fatalf("%s runs on %s, which is lost", o.Name, o.Spec.NodeName)
			}
		}
	}
}

func TestTheLargestNamespaceGoesAndComesBack(t *testing.T) {
	p, counts := waves(t, workload.NamespaceDeletion, workload.Small, 20_000, 2)
	namespaces, largest := map[string]int{}, 0
	for _, o := range p.Objects(workload.Pods) {
		m, _ := meta.Accessor(o)
		namespaces[m.GetNamespace()]++
		largest = max(largest, namespaces[m.GetNamespace()])
	}
	if gone := counts[0]; gone["pods MODIFIED"] != largest || gone["pods DELETED"] != largest || gone["pods ADDED"] != 0 {
		t.Errorf("the first wave has %v, the largest namespace %d pods", gone, largest)
	}
	if back := counts[1]; back["pods ADDED"] != largest || back["pods MODIFIED"] != largest || back["pods DELETED"] != 0 {
		t.Errorf("the second wave has %v, the largest namespace had %d pods", back, largest)
	}
}

func TestWavesAreTheSameForTheSameSeed(t *testing.T) {
	for _, m := range workload.Waves() {
		_, first := waves(t, m, workload.Small, 2000, 2)
		_, second := waves(t, m, workload.Small, 2000, 2)
		if fmt.Sprint(first) != fmt.Sprint(second) {
			t.Errorf("%s: %v and %v", m, first, second)
		}
	}
}

func TestIndexesAreTakenByNumber(t *testing.T) {
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: 100, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{-1: "", 0: "", 1: "namespace", 3: "namespace owner node", 6: "namespace owner node ip extra-1 extra-2"} {
		indexers := workload.IndexersOf(workload.Pods, n)
		if len(indexers) != max(n, 0) {
			t.Errorf("%d indexes: there are %d", n, len(indexers))
		}
		for name, function := range indexers {
			if !strings.Contains(want, name) {
				t.Errorf("%d indexes: there is %s, want %s", n, name, want)
			}
			if _, err := function(p.Objects(workload.Pods)[0]); err != nil {
				t.Error(err)
			}
		}
	}
	// Nodes have no namespaces and no nodes, but as many indexes.
	if got := len(workload.IndexersOf(workload.Nodes, 5)); got != 5 {
		t.Errorf("%d indexes of nodes, want 5", got)
	}
}
