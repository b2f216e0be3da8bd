package flame_test

import (
	"fmt"
	"testing"

	"informerbench/report/flame"
)

func TestStagesAreFoundByFrames(t *testing.T) {
	for stack, want := range map[string]string{
		"informerbench/fifo.(*InOrder).PopBatch;informerbench/stores/mvcc.(*Store).Transaction;runtime.mallocgc 1": flame.StageStore,
		"informerbench/fifo.(*InOrder).PopBatch;informerbench/fifo.(*Processor).ProcessBatch 1":                    flame.StageQueue,
		"k8s.io/client-go/tools/cache.(*controller).processLoop;k8s.io/client-go/tools/cache.(*RealFIFO).Pop 1":    flame.StageQueue,
		"k8s.io/client-go/tools/cache.(*RealFIFO).Pop;k8s.io/client-go/tools/cache.(*threadSafeMap).Update 1":      flame.StageStore,
		"k8s.io/client-go/tools/cache.(*Reflector).RunWithContext;k8s.io/apimachinery/pkg/watch.x 1":               flame.StageReflector,
		"example.com/you/informerbench/informer.(*listener).run;main.handle 1":                                     flame.StageHandler,
		"informerbench/reflectorbench.(*reader).loop;informerbench/stores/cow.(*Store).List 1":                     flame.StageReader,
		"informerbench/reflectorbench.(*stage).work;informerbench/indexer.(*Indexer).GetByKey 1":                   flame.StageReconciler,
		"informerbench/reflectorbench.(*localFeed).playOnTime;informerbench/workload/source.(*Source).Apply 1":     flame.StageWriter,
		"runtime.gcBgMarkWorker;runtime.scanobject 1":                                                              flame.StageGC,
		"runtime.mcall;runtime.park_m;runtime.schedule 1":                                                          flame.StageScheduler,
		"main.main;notinformerbench/stores/x.f 1":                                                                  flame.StageOther,
		"main.f[informerbench/stores/mvcc.x] 1":                                                                    flame.StageOther,
	} {
		if got := flame.StageOf(folded(t, stack).Sample[0]); got != want {
			t.Errorf("%s is of stage %s, want %s", stack, got, want)
		}
	}
}

// A label decides where frames tell nothing, and where the goroutine only calls into the pipeline.
func TestLabelsDecideWhatFramesDoNot(t *testing.T) {
	for _, c := range []struct{ stack, label, want string }{
		{"runtime.mcall 1", flame.StageQueue, flame.StageQueue},
		{"informerbench/stores/cow.(*Store).List 1", flame.StageReader, flame.StageReader},
		{"informerbench/stores/cow.(*Store).Update 1", flame.StageQueue, flame.StageStore},
	} {
		p := folded(t, c.stack)
		p.Sample[0].Label = map[string][]string{flame.StageLabel: {c.label}, "phase": {"sync"}}
		flame.LabelStages(p)
		if got := fmt.Sprint(p.Sample[0].Label); got != fmt.Sprintf("map[phase:[sync] stage:[%s]]", c.want) {
			t.Errorf("%s with label %s has labels %s", c.stack, c.label, got)
		}
	}
}
