package syncbench_test

import (
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/syncbench"
)

// What loses, invents or repeats objects is caught, however it does.
func TestLossyInformersAreCaught(t *testing.T) {
	lists := 0
	for name, c := range map[string]struct {
		list   syncbench.List
		relist bool
		change func([]corev1.Pod) []corev1.Pod
		want   string
	}{
		"loses one": {
			syncbench.PlainList, false, func(pods []corev1.Pod) []corev1.Pod { return pods[1:] }, "has not told its handler of everything",
		},
		"has another instead": {
			syncbench.PlainList, false, func(pods []corev1.Pod) []corev1.Pod { pods[7].Name += "x"; return pods }, "the store holds",
		},
		"changes another": {
			syncbench.PlainList, false, func(pods []corev1.Pod) []corev1.Pod { pods[8].Spec.NodeName = "x"; return pods }, "the store holds",
		},
		"loses one at the relist": {
			syncbench.PlainList, true, func(pods []corev1.Pod) []corev1.Pod {
				if lists++; lists > 1 {
					return pods[1:] // which is one deletion more: the handler has enough calls too early
				}
				return pods
			}, "the store holds",
		},
		"lists where it may stream": {
			syncbench.StreamList, false, func(pods []corev1.Pod) []corev1.Pod { return pods }, "sent 1 lists and 0 streaming lists",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := process(t, syncbench.Typed, c.list)
			p.Relist = c.relist
			if name == "loses one" {
				p.Patience = time.Second // it is waited for in vain
			}
			err := p.RunSpoiled(t.Context(), syncbench.SpoilLists(c.change), &strings.Builder{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestAReaderThatMissesAnObjectIsTold(t *testing.T) {
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	if err := syncbench.Poll(store, []string{"a/b"}); err == nil || !strings.Contains(err.Error(), "a/b") {
		t.Errorf("error %v", err)
	}
}
