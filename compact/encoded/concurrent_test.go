package encoded_test

import (
	"runtime"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"informerbench/compact/encoded"
)

// Goroutines decode siblings and read what all share, while the collector runs. The race
// detector judges.
func TestManyDecodeAndRead(t *testing.T) {
	const goroutines, rounds, siblings = 8, 5, 12
	d := encoded.New(encoded.Options{})
	base := aPod(t)
	var messages [][]byte
	for i := range siblings {
		messages = append(messages, encode(t, siblingOf(base, i)))
	}
	want := plain(t, base, messages[0]).(*corev1.Pod).Spec.Containers[0].Resources
	var wait sync.WaitGroup
	for g := range goroutines {
		wait.Go(func() {
			for round := range rounds {
				for i := range messages {
					p := &corev1.Pod{}
					if err := d.Decode(messages[(i+g)%siblings], p); err != nil {
						t.Error(err)
						return
					}
					got := p.Spec.Containers[0].Resources
					if got.Requests.Cpu().String() != want.Requests.Cpu().String() || p.DeepCopy().Labels["team"] != base.Labels["team"] {
						t.Errorf("goroutine %d read something else", g)
						return
					}
				}
				if g == 0 && round%2 == 0 {
					runtime.GC()
				}
			}
		})
	}
	wait.Wait()
}
