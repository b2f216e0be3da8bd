package rwmutex_test

import (
	"errors"
	"fmt"
	"strings"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// thing is an object under the index "number" by its number modulo 3, unless that is
// negative, and under the index "tags" by its tags, as they are: duplicates and empty
// ones included. A thing with the tag "!" cannot be indexed.
type thing struct {
	number int
	tags   []string
}

var errTag = errors.New("no tag")

func byNumber(obj any) (string, bool, error) {
	n := obj.(*thing).number
	return fmt.Sprint(n % 3), n >= 0, nil
}

func byTags(obj any) ([]string, error) {
	tags := obj.(*thing).tags
	if len(tags) == 1 && tags[0] == "!" {
		return nil, errTag
	}
	return tags, nil
}

func indexers() cache.Indexers {
	return cache.Indexers{"number": stores.Single(byNumber), "tags": byTags}
}

func newStore(indexers cache.Indexers) *rwmutex.Store { return rwmutex.New(indexers).(*rwmutex.Store) }

func tagged(n int, tags string) *thing { return &thing{n, strings.Split(tags, ",")} }

func key(i int) string { return fmt.Sprintf("ns/%d", i) }

func put(key string, obj any) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{
		Key: key, Transaction: cache.Transaction{Type: cache.TransactionTypeUpdate, Object: obj},
	}
}

func drop(key string) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{Key: key, Transaction: cache.Transaction{Type: cache.TransactionTypeDelete}}
}

// panics tells whether f panics.
func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}
