package syncbench

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/rounds"
)

// checkStore compares what the store lists, and what its index has, with what the server holds.
func (l *life) checkStore(want State) error {
	indexer := l.informer.GetIndexer()
	var have State
	listed := indexer.List()
	for _, obj := range listed {
		o, ok := obj.(metav1.Object)
		if !ok {
			return fmt.Errorf("the store has a %T, which is no object", obj)
		}
		if err := have.add(o, l.process.Form, l.outlook.Pods); err != nil {
			return err
		}
	}
	if have != want {
		return fmt.Errorf("the store holds %+v, the server %+v", have, want)
	}
	indexed, err := rounds.Indexed(indexer, cache.NamespaceIndex)
	if err != nil {
		return err
	}
	if indexed != len(listed) {
		return fmt.Errorf("the namespace index has %d pods, the store %d", indexed, len(listed))
	}
	return nil
}

// checkRequests demands that the state was got so many times and in the way that is measured: an informer falls back from a
// stream to a list without a word. Of the streams that are refused the client may have tried one
// and remembered, or one each time.
func (l *life) checkRequests(times int) error {
	mode := l.process.List
	lists, streams := l.sources.Tap.Asked()
	want := [2]int{0, times}
	if mode != StreamList {
		want = [2]int{times, max(min(streams, times), 1)}
	}
	if have := [2]int{lists, streams}; have != want {
		return fmt.Errorf("the informer sent %d lists and %d streaming lists to a server of mode %s, want %d and %d",
			have[0], have[1], mode, want[0], want[1])
	}
	return nil
}
