package storebench

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// shell is a Pod without what stores and index functions never look at. A million Pods
// of 1,240 bytes each would spend most of a run's time on being generated and
// marked, which is the same for every store.
type shell struct {
	metav1.ObjectMeta // Generation is the ordinal in the population, -1 for a spare
	NodeName          string
}

func ordinalOf(obj any) int { return int(obj.(*shell).Generation) }

// The indexes beside cache.NamespaceIndex.
const (
	nodeIndex  = "node"
	ownerIndex = "owner"
)

// sliceIndexers are what users have today: client-go's own function for the namespace, and
// functions that return a slice for the rest. With 0 there is none.
func sliceIndexers(indexes int) cache.Indexers {
	if indexes == 0 {
		return cache.Indexers{}
	}
	return cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
		nodeIndex:            func(obj any) ([]string, error) { return []string{obj.(*shell).NodeName}, nil },
		ownerIndex: func(obj any) ([]string, error) {
			owners := obj.(*shell).OwnerReferences
			values := make([]string, len(owners))
			for i := range owners {
				values[i] = string(owners[i].UID)
			}
			return values, nil
		},
	}
}

// singleIndexers are the same three in the single-valued form.
func singleIndexers() cache.Indexers {
	return cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc, // the variants know it
		nodeIndex: stores.Single(func(obj any) (string, bool, error) {
			return obj.(*shell).NodeName, true, nil
		}),
		ownerIndex: stores.Single(func(obj any) (string, bool, error) {
			owners := obj.(*shell).OwnerReferences
			return string(owners[0].UID), true, nil
		}),
	}
}
