package informerbench

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
)

// namespace holds all pods of the samples with readers.
const namespace = "default"

// newPods makes a population in the order of keys, as an API server lists it. A pod's Generation
// is its ordinal, so that handlers and checks find it without a map. perNamespace 0: all are in
// one.
func newPods(n, perNamespace int) []corev1.Pod {
	pods := make([]corev1.Pod, n)
	for i := range pods {
		p := &pods[i]
		p.Name, p.Namespace = fmt.Sprintf("pod-%08d", i), namespace
		if perNamespace > 0 {
			p.Namespace = fmt.Sprintf("ns-%05d", i/perNamespace)
		}
		p.Generation, p.ResourceVersion = int64(i), firstVersion
	}
	return pods
}

func ordinalOf(obj any) int { return int(obj.(*corev1.Pod).Generation) }
