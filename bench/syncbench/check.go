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
