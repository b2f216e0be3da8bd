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
	for _, v := range catalog.All() {
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

// forAllPipelines is forEveryPipeline for each list mode.
func forAllPipelines(t *testing.T, test func(t *testing.T, o ...informer.Option)) {
	for _, mode := range listModes {
		t.Run("list="+string(mode), func(t *testing.T) {
			forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
				test(t, append(o, informer.WithListMode(mode))...)
			})
		})
	}
}
