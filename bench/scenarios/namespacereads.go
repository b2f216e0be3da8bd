package scenarios

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflectorbench"
)

// largestNamespace is that with the most objects.
func largestNamespace(store reflectorbench.Reads) (largest string, err error) {
	most := 0
	for _, namespace := range store.ListIndexFuncValues(namespaceIndex) {
		keys, err := store.IndexKeys(namespaceIndex, namespace)
		if err != nil {
			return "", err
		}
		if len(keys) > most {
			largest, most = namespace, len(keys)
		}
	}
	if most == 0 {
		return "", errors.New("there is no namespace with an object")
	}
	return largest, nil
}

// throughLister is what all listers of client-go call. Each object is looked at by its pointer only: at the objects, readers of all
// stores would look alike.
func throughLister(store reflectorbench.Reads) (func(string) int, error) {
	indexer, ok := store.(cache.Indexer)
	if !ok {
		return nil, fmt.Errorf("a lister needs an indexer, and %T is none", store)
	}
	return func(namespace string) (n int) {
		err := cache.ListAllByNamespace(indexer, namespace, labels.Everything(), func(obj any) {
			if obj != nil {
				n++
			}
		})
		if err != nil {
			return 0 // reads that find nothing end the measurement
		}
		return n
	}, nil
}

func throughIndex(store reflectorbench.Reads) (func(string) int, error) {
	return func(namespace string) int {
		found, err := store.ByIndex(namespaceIndex, namespace)
		if err != nil {
			return 0
		}
		return len(found)
	}, nil
}

// throughSnapshot iterates a new snapshot for each read, without a list of its own.
func throughSnapshot(store reflectorbench.Reads) (func(string) int, error) {
	of, ok := store.(cache.Store)
	if !ok {
		return nil, fmt.Errorf("a snapshot needs an indexer, and %T is none", store)
	}
	return func(namespace string) (n int) {
		snapshot, err := informer.Snapshot(of)
		if err != nil {
			return 0
		}
		defer snapshot.Close()
		all, err := snapshot.ByIndexAll(namespaceIndex, namespace)
		if err != nil {
			return 0
		}
		for _, obj := range all {
			if obj != nil {
				n++
			}
		}
		return n
	}, nil
}
