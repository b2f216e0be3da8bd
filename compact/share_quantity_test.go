package compact_test

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"informerbench/compact"
)

// Of maps with one hash only one is shared, so those that differ in thousandths must not have one.
func TestSmallQuantitiesAreSharedToo(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	limits := []string{"100m", "200m", "300m", "1", "1500m"}
	var pods []*corev1.Pod // all of them, as in a cache: what a collected one had is shared anew
	for round := range 5 { // of Pods without a sibling
		for _, cpu := range limits {
			p := replica(t, fmt.Sprint("set", round, cpu), fmt.Sprint("pod", round, cpu))
			p.Spec.Containers[0].Resources.Limits = corev1.ResourceList{"cpu": resource.MustParse(cpu), "memory": resource.MustParse("64Mi")}
			pods = append(pods, shared(t, s, received(t, p)).(*corev1.Pod))
		}
	}
	limitsOf := func(i int) corev1.ResourceList { return pods[i].Spec.Containers[0].Resources.Limits }
	for i := 2 * len(limits); i < len(pods); i++ {
		if before, now := limitsOf(i-len(limits)), limitsOf(i); !sameMap(before, now) {
			t.Errorf("%v and %v are equal and not shared", before, now)
		}
	}
}
