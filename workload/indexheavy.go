package workload

import (
	"fmt"
	"hash/fnv"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// Names of the indexes of HeavyIndexers, beside those of Indexers.
const (
	LabelsIndex = "labels" // all: each label as key=value
	ImagesIndex = "images" // Pods: the images of all containers
	StateIndex  = "state"  // Pods: the phase, and whether it is ready
)

// MovingIndex is the name of the i-th index of HeavyIndexers that every update moves an object in, from 1 on.
func MovingIndex(i int) string { return fmt.Sprintf("moving-%d", i) }

// HeavyIndexers returns n indexes for a resource that are dear to keep: in this order labels, moving-1, images, state, namespace, node,
// owner, ip, as far as the resource has them, and then moving-2, moving-3, …. Those named moving put each object under
// one value that stays while it lives and under one that every version changes, of about a thousand values each. The map is the caller's
// own. A negative n gives none.
func HeavyIndexers(r Resource, n int) cache.Indexers {
	all := maps.Clone(Indexers(r))
	all[LabelsIndex], all[MovingIndex(1)] = labelPairs, movingIndex(1)
	if r == Pods {
		all[ImagesIndex], all[StateIndex] = typed(podImages), typed(podState)
	}
	chosen := cache.Indexers{}
	order := []string{LabelsIndex, MovingIndex(1), ImagesIndex, StateIndex, cache.NamespaceIndex, NodeIndex, OwnerIndex, IPIndex}
	for _, name := range order {
		if function, ok := all[name]; ok && len(chosen) < n {
			chosen[name] = function
		}
	}
	for i := 2; len(chosen) < n; i++ {
		chosen[MovingIndex(i)] = movingIndex(i)
	}
	return chosen
}

func labelPairs(obj any) ([]string, error) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return nil, err
	}
	labels := m.GetLabels()
	pairs := make([]string, 0, len(labels))
	for key, value := range labels {
		pairs = append(pairs, key+"="+value)
	}
	return pairs, nil
}

func podImages(p *corev1.Pod) []string {
	images := make([]string, 0, len(p.Spec.InitContainers)+len(p.Spec.Containers))
	for i := range p.Spec.InitContainers {
		images = append(images, p.Spec.InitContainers[i].Image)
	}
	for i := range p.Spec.Containers {
		images = append(images, p.Spec.Containers[i].Image)
	}
	return images
}

// podState has two values for all Pods of a cluster that run: a set of every object.
func podState(p *corev1.Pod) []string {
	ready := "not-ready"
	if isReady(p) {
		ready = "ready"
	}
	return []string{string(p.Status.Phase), ready}
}

// movingIndex hashes the UID and the version. Its words are made once: the index is measured, not the making of words.
func movingIndex(i int) cache.IndexFunc {
	var words [2][extraValues]string
	for v := range extraValues {
		words[0][v], words[1][v] = fmt.Sprintf("stays-%d", v), fmt.Sprintf("moves-%d", v)
	}
	word := func(kind int, text string) string {
		h := fnv.New64a()
		h.Write([]byte(text))
		return words[kind][scramble(h.Sum64()+uint64(i))%extraValues]
	}
	return func(obj any) ([]string, error) {
		m, err := meta.Accessor(obj)
		if err != nil {
			return nil, err
		}
		return []string{word(0, string(m.GetUID())), word(1, m.GetResourceVersion())}, nil
	}
}
