package sharded_test

import (
	"fmt"
	"strings"

	"k8s.io/client-go/tools/cache"
)

// thing is an object whose index values are its number modulo 3 and its
// comma-separated tags. An object whose tags are "!" cannot be indexed.
type thing struct {
	tags string
	n    int
}

// fields also serves objects that embed a thing.
func (t *thing) fields() *thing { return t }

type fielded interface{ fields() *thing }

func byNumber(obj any) ([]string, error) {
	return []string{fmt.Sprint(obj.(fielded).fields().n % 3)}, nil
}

func byTags(obj any) ([]string, error) {
	switch tags := obj.(fielded).fields().tags; tags {
	case "":
		return nil, nil
	case "!":
		return nil, fmt.Errorf("no tags")
	default:
		return strings.Split(tags, ","), nil
	}
}

// indexers in order of their positions, which is the order of their names.
func indexers() cache.Indexers { return cache.Indexers{"number": byNumber, "tags": byTags} }

func put(key string, obj any) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{
		Key: key, Transaction: cache.Transaction{Type: cache.TransactionTypeUpdate, Object: obj},
	}
}

func del(key string) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{Key: key, Transaction: cache.Transaction{Type: cache.TransactionTypeDelete}}
}

func key(i int) string { return fmt.Sprintf("ns/%d", i) }

// filled returns n objects under key(0) to key(n-1).
func filled(n int) map[string]any {
	items := make(map[string]any, n)
	for i := range n {
		items[key(i)] = &thing{n: i, tags: fmt.Sprint("t", i/10)}
	}
	return items
}
