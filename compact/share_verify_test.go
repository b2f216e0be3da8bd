package compact_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/workload"
)

func TestMutationOfASharedPartIsToldWithItsPath(t *testing.T) {
	for path, mutate := range map[string]func(p *corev1.Pod){
		"spec.containers[0].image":                                    func(p *corev1.Pod) { p.Spec.Containers[0].Image = "other" },
		"spec.containers[0].env[1].value":                             func(p *corev1.Pod) { p.Spec.Containers[0].Env[1].Value = "" },
		`metadata.labels["app"]`:                                      func(p *corev1.Pod) { delete(p.Labels, "app") },
		`metadata.labels["a\nnew one"]`:                               func(p *corev1.Pod) { p.Labels["a\nnew one"] = "x" },
		"spec.terminationGracePeriodSeconds":                          func(p *corev1.Pod) { *p.Spec.TerminationGracePeriodSeconds = 0 },
		`spec.containers[0].resources.limits["memory"]`:               func(p *corev1.Pod) { delete(p.Spec.Containers[0].Resources.Limits, "memory") },
		"spec.volumes[0].configMap.defaultMode":                       func(p *corev1.Pod) { *p.Spec.Volumes[0].ConfigMap.DefaultMode = 0 },
		"metadata.ownerReferences[0].name":                            func(p *corev1.Pod) { p.OwnerReferences[0].Name = "x" },
		"status.podIP" /* its own, so that one object has changed */ : func(p *corev1.Pod) { p.Status.PodIP = "" },
	} {
		s := compact.NewSharer(compact.ShareOptions{Detect: true})
		a := shared(t, s, replica(t, "rs", "a")).(*corev1.Pod)
		b := shared(t, s, replica(t, "rs", "b")).(*corev1.Pod)
		if found := s.Verify(); len(found) != 0 {
			t.Fatalf("nobody changed anything: %v", found)
		}
		mutate(a)
		want := compact.Mutation{Object: "Pod web/a", Path: path, Objects: 2}
		if strings.HasPrefix(path, "status") {
			want.Objects = 1
		}
		if found := s.Verify(); len(found) != 1 || found[0] != want {
			t.Errorf("%s: found %v", path, found)
		}
		// What comes later has nothing of it.
		c := shared(t, s, replica(t, "rs", "c")).(*corev1.Pod)
		if fresh := replica(t, "rs", "c"); !c.Spec.Containers[0].Resources.Limits.Memory().Equal(*fresh.Spec.Containers[0].Resources.Limits.Memory()) ||
			c.Spec.Containers[0].Image != fresh.Spec.Containers[0].Image || c.Labels["app"] != "shop" {
			t.Errorf("%s: the mutation was handed on to a later object", path)
		}
		_ = b.Name
	}
}

func TestMutationOfUnstructuredContentIsTold(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{Detect: true})
	var kept []runtime.Object
	for _, o := range population(t, workload.Widgets, 3) {
		kept = append(kept, shared(t, s, received(t, o)))
	}
	u := kept[0].(*unstructured.Unstructured)
	u.Object["spec"].(map[string]any)["replicas"] = int64(-1)
	found := s.Verify()
	if len(found) != 1 || found[0].Path != `Object["spec"]["replicas"]` || !strings.HasPrefix(found[0].Object, u.GetKind()+" ") {
		t.Errorf("found %v", found)
	}
}

func TestWithoutDetectNothingIsKept(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	p := shared(t, s, replica(t, "rs", "a")).(*corev1.Pod)
	p.Labels["app"] = "x"
	if found := s.Verify(); found != nil {
		t.Errorf("found %v", found)
	}
}

func TestDetectorReportsAtItsInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := compact.NewSharer(compact.ShareOptions{Detect: true})
		p := shared(t, s, replica(t, "rs", "a\x1b[31m")).(*corev1.Pod)
		var reports [][]compact.Mutation
		d := s.Detector(time.Second, func(found []compact.Mutation) { reports = append(reports, found) })
		stop, done := make(chan struct{}), make(chan struct{})
		go func() { defer close(done); d.Run(stop) }()
		d.AddObject(p)
		time.Sleep(1500 * time.Millisecond)
		synctest.Wait()
		p.Labels["app"] = "x"
		shared(t, s, replica(t, "rs", "b")) // orders the write before the next look, for the race detector
		time.Sleep(time.Second)
		close(stop)
		<-done
		if len(reports) != 1 || reports[0][0].String() != `"Pod web/a\x1b[31m": metadata.labels["app"]` {
			t.Errorf("reported %v", reports)
		}
	})
}
