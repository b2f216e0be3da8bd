package compact_test

import (
	"runtime"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// podParts are what a Pod's heap is made of. Where a part lies within another, it comes first.
var podParts = []struct {
	name string
	drop func(*corev1.Pod)
}{
	{"managedFields", func(p *corev1.Pod) { p.ManagedFields = nil }},
	{"annotations", func(p *corev1.Pod) { p.Annotations = nil }},
	{"labels+owners", func(p *corev1.Pod) { p.Labels, p.OwnerReferences = nil, nil }},
	{"volumes", func(p *corev1.Pod) { p.Spec.Volumes = nil }},
	{"mounts", func(p *corev1.Pod) { dropMounts(p.Spec.InitContainers); dropMounts(p.Spec.Containers) }},
	{"containers", func(p *corev1.Pod) { p.Spec.InitContainers, p.Spec.Containers = nil, nil }},
	{"other-spec", func(p *corev1.Pod) { p.Spec = corev1.PodSpec{} }},
	{"containerStatuses", func(p *corev1.Pod) { p.Status.InitContainerStatuses, p.Status.ContainerStatuses = nil, nil }},
	{"conditions", func(p *corev1.Pod) { p.Status.Conditions = nil }},
	{"other-status", func(p *corev1.Pod) { p.Status = corev1.PodStatus{} }},
	{"other-metadata", func(p *corev1.Pod) { *p = corev1.Pod{} }},
}

// dropMounts writes into an array that others may share: they lose the same.
func dropMounts(containers []corev1.Container) {
	for i := range containers {
		containers[i].VolumeMounts = nil
	}
}

// BenchmarkShareHeapByPart says where the heap of a real-size Pod is, of as many as are alive: each part is dropped
// from all of them in turn. A string that is in two parts counts for the last; what is shared is divided by all.
func BenchmarkShareHeapByPart(b *testing.B) {
	encoded := encodedPods(b)
	for _, form := range forms {
		b.Run("form="+form.name, func(b *testing.B) {
			for b.Loop() {
				transform := form.make(b)
				live := make([]any, len(encoded))
				for i, data := range encoded {
					o, err := transform(nil, decodePod(b, data))
					if err != nil {
						b.Fatal(err)
					}
					live[i] = o
				}
				report := heapReport(b, len(live))
				for _, part := range podParts {
					for _, o := range live {
						part.drop(o.(*corev1.Pod))
					}
					report(part.name)
				}
				clear(live)
				report("itself")
				runtime.KeepAlive(transform)
				report("tables")
				runtime.KeepAlive(live)
			}
		})
	}
}

// heapReport returns a function that reports how much the heap has lost since it was called the last time.
func heapReport(b *testing.B, objects int) func(name string) {
	before := liveHeap()
	return func(name string) {
		after := liveHeap()
		lost := int64(before.HeapAlloc) - int64(after.HeapAlloc)
		b.ReportMetric(float64(lost)/float64(objects), name+"-B/object")
		before = after
	}
}
