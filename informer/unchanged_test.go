package informer_test

import (
	"strings"
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// objectsIn returns what a store holds, by name.
func objectsIn(s cache.Store) map[string]*corev1.Pod {
	pods := map[string]*corev1.Pod{}
	for _, obj := range s.List() {
		pods[obj.(*corev1.Pod).Name] = obj.(*corev1.Pod)
	}
	return pods
}

// A relist brings all objects again, and the store holds the old ones still, except those that
// have changed: these, and what was changed by a watch before, are new.
func TestRelistKeepsTheObjectsThatHaveNotChanged(t *testing.T) {
	forAllKeepingPipelines(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(40)
		source.put("nameless", func(p *corev1.Pod) { p.UID = "" })
		inf := newInformer(source, o...)
		start(t, inf)
		source.put(podName(1))
		relisted()
		before := objectsIn(inf.GetStore())
		source.silently(func(e edit) {
			e.put(podName(2))
			e.delete(podName(3))
			e.put("new")
			e.delete(podName(4)) // and another of its name
			e.put(podName(4))
		})
		relisted()
		after := objectsIn(inf.GetStore())
		if len(after) != 41 || after[podName(3)] != nil {
			t.Fatalf("the store has %d objects", len(after))
		}
		for name, now := range after {
			changed := name == podName(2) || name == podName(4) || name == "new" || name == "nameless"
			if kept := before[name] == now; kept == changed {
				t.Errorf("%s kept: %v", name, kept)
			}
			if now.ResourceVersion != source.pods[name].ResourceVersion || now.UID != source.pods[name].UID {
				t.Errorf("%s at %s is %s, should be %s", name, now.ResourceVersion, now.UID, source.pods[name].UID)
			}
		}
		if kept := stats(inf).Reflector.Kept; kept != 37 {
			t.Errorf("%d objects were kept, want 37", kept)
		}
	})
}

// What is kept is what the transform has made, once; and a transform that takes the identity
// away gets each object anew.
func TestRelistKeepsTransformedObjects(t *testing.T) {
	forAllKeepingPipelines(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(30)
		var calls atomic.Int64
		transform := func(obj any) (any, error) {
			calls.Add(1)
			p := obj.(*corev1.Pod).DeepCopy()
			p.Annotations = map[string]string{"transformed": p.Annotations["transformed"] + "x"}
			if p.Name == podName(7) {
				p.UID = types.UID("")
			}
			return p, nil
		}
		inf := newInformer(source, append(o, informer.WithTransform(transform))...)
		start(t, inf)
		before := objectsIn(inf.GetStore())
		for range 2 {
			calls.Store(0)
			source.silently(func(e edit) { e.put(podName(5)) })
			relisted()
			if got := calls.Load(); got != 2 {
				t.Errorf("a relist with one change and one object without a UID was transformed %d times", got)
			}
		}
		for name, now := range objectsIn(inf.GetStore()) {
			if now.Annotations["transformed"] != "x" {
				t.Errorf("%s was transformed %d times", name, strings.Count(now.Annotations["transformed"], "x"))
			}
			if kept := before[name] == now; kept != (name != podName(5) && name != podName(7)) {
				t.Errorf("%s kept: %v", name, kept)
			}
		}
	})
}
