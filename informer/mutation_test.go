package informer_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"

	"informerbench/informer"
)

// countingDetector is a mutation detector that counts.
type countingDetector struct{ objects, running atomic.Int64 }

func (d *countingDetector) AddObject(any) { d.objects.Add(1) }

func (d *countingDetector) Run(stop <-chan struct{}) {
	d.running.Add(1)
	<-stop
	d.running.Add(-1)
}

func TestMutationDetectorOfOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, d := withPods(3), &countingDetector{}
		inf := newInformer(source, informer.WithMutationDetector(d))
		run := start(t, inf)
		synctest.Wait()
		source.put(podName(0))
		synctest.Wait()
		if n, running := d.objects.Load(), d.running.Load(); n != 4 || running != 1 {
			t.Errorf("%d objects of 3 adds and an update, running %d times", n, running)
		}
		run.stop()
		synctest.Wait()
		if n := d.running.Load(); n != 0 {
			t.Errorf("it still runs after the informer")
		}
	})
}
