package fifo_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"informerbench/fifo/fifotest"
)

// subjects are our queues, which understand all operations of a script.
var subjects = map[string]fifotest.NewQueue{
	"deltafifo":             newDeltaFIFO,
	"inorder":               newInOrder,
	"inorder,batchsize=3":   smallBatches,
	"deltafifo,batchsize=3": smallKeyedBatches,
}

// peers are client-go's queues, which do not understand fifo.ErrRequeue.
var peers = map[string]fifotest.NewQueue{
	"clientgo-deltafifo": clientGoDeltaFIFO,
	"clientgo-realfifo":  clientGoRealFIFO,
	"clientgo-atomic":    clientGoAtomicFIFO,
}

var anyScript = rapid.SliceOfN(rapid.Byte(), 0, 120)

// withoutRefusals has no operation that puts deltas back.
var withoutRefusals = rapid.SliceOfN(rapid.Byte().Filter(func(b byte) bool { return b&0x0f < 13 }), 0, 120)

func TestRandomScriptsEndLikeTheServer(t *testing.T) {
	for name, newQueue := range subjects {
		t.Run(name, func(t *testing.T) { checkReplay(t, newQueue, anyScript) })
	}
	for name, newQueue := range peers {
		t.Run(name, func(t *testing.T) { checkReplay(t, newQueue, withoutRefusals) })
	}
}

func checkReplay(t *testing.T, newQueue fifotest.NewQueue, scripts *rapid.Generator[[]byte]) {
	rapid.Check(t, func(t *rapid.T) {
		if err := fifotest.Replay(newQueue, scripts.Draw(t, "script")); err != nil {
			t.Fatal(err)
		}
	})
}

func TestBatchesAndSinglePopsGiveTheSameHistories(t *testing.T) {
	for name, newQueue := range subjects {
		t.Run(name, func(t *testing.T) { checkHistories(t, newQueue) })
	}
	for name, newQueue := range peers {
		t.Run(name, func(t *testing.T) { checkHistories(t, newQueue) })
	}
}

func checkHistories(t *testing.T, newQueue fifotest.NewQueue) {
	rapid.Check(t, func(t *rapid.T) {
		script := anyScript.Draw(t, "script")
		single, err := fifotest.Histories(newQueue, script, false)
		if err != nil {
			t.Fatal(err)
		}
		batch, err := fifotest.Histories(newQueue, script, true)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(single, batch) {
			t.Fatalf("single pops gave %q, batches %q", single, batch)
		}
	})
}

// FuzzQueues looks for a script after which a queue is wrong. The corpus under
// testdata has a script for each way in which an informer once went wrong.
func FuzzQueues(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0x00, 0x08, 0x05, 0x09, 0x09})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 4096 {
			t.Skip("long scripts find nothing that short ones do not")
		}
		for name, newQueue := range subjects {
			if err := fifotest.Replay(newQueue, script); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
