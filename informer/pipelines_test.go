package informer_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores/catalog"
)

// listModes are the two ways to the first state.
var listModes = []reflector.ListMode{reflector.ListStream, reflector.ListPaged}

// forEveryStore runs a test in a bubble for each store of the catalogue behind each queue.
func forEveryStore(t *testing.T, test func(t *testing.T, store informer.Option, queue informer.QueueFunc)) {
	overEach(t, append(catalog.All(), catalog.Copying()...), test)
}

// overEach is forEveryStore for some stores.
func overEach(t *testing.T, stores []catalog.Variant, test func(t *testing.T, store informer.Option, queue informer.QueueFunc)) {
	for _, v := range stores {
		for name, queue := range queues {
			t.Run(fmt.Sprintf("store=%s/queue=%s", v.Name, name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { test(t, informer.WithStore(v.New), queue) })
			})
		}
	}
}

// forEveryPipeline is forEveryStore for tests that need not know of what their pipeline is made.
func forEveryPipeline(t *testing.T, test func(t *testing.T, o ...informer.Option)) {
	forEveryStore(t, func(t *testing.T, store informer.Option, queue informer.QueueFunc) {
		test(t, store, informer.WithQueue(queue))
	})
}

// forEveryKeepingPipeline is forEveryPipeline over stores that keep the objects themselves, and nothing else that is
// as large, for tests of which object is alive and in whose hands.
func forEveryKeepingPipeline(t *testing.T, test func(t *testing.T, o ...informer.Option)) {
	overEach(t, catalog.All(), func(t *testing.T, store informer.Option, queue informer.QueueFunc) {
		test(t, store, informer.WithQueue(queue))
	})
}

// forAllPipelines is forEveryPipeline for each list mode.
func forAllPipelines(t *testing.T, test func(t *testing.T, o ...informer.Option)) {
	forEachListMode(t, forEveryPipeline, test)
}

// forAllKeepingPipelines is forEveryKeepingPipeline for each list mode.
func forAllKeepingPipelines(t *testing.T, test func(t *testing.T, o ...informer.Option)) {
	forEachListMode(t, forEveryKeepingPipeline, test)
}

type pipelineTest = func(t *testing.T, o ...informer.Option)

func forEachListMode(t *testing.T, each func(*testing.T, pipelineTest), test pipelineTest) {
	for _, mode := range listModes {
		t.Run("list="+string(mode), func(t *testing.T) {
			each(t, func(t *testing.T, o ...informer.Option) {
				test(t, append(o, informer.WithListMode(mode))...)
			})
		})
	}
}
