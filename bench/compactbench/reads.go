package compactbench

import (
	"fmt"
	"math/rand/v2"
	"time"

	"k8s.io/client-go/tools/cache"
)

const (
	// coldKeys are read once each: many more than a cache of decoded objects has room for.
	coldKeys = 10_000
	// hotKeys are read again and again, hotRounds times: few enough for any cache.
	hotKeys   = 50
	hotRounds = 400
)

// timeReads measures single reads by one goroutine. (Closed loop: it is a read's own time, not that of waiting for one.)
func (l *life) timeReads() ([]result, error) {
	indexer := l.indexer()
	keys := indexer.ListKeys()
	dice := rand.New(rand.NewPCG(seed, 2))
	dice.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	cold, err := timeGets(indexer, keys[:min(coldKeys, len(keys))], 1)
	if err != nil {
		return nil, err
	}
	few := keys[:min(hotKeys, len(keys))]
	if _, err := timeGets(indexer, few, 2); err != nil { // these warm the cache
		return nil, err
	}
	hot, err := timeGets(indexer, few, hotRounds)
	if err != nil {
		return nil, err
	}
	return []result{
		{name: getName, params: coldReads, units: []string{"get-ns"}, values: []float64{cold}},
		{name: getName, params: hotReads, units: []string{"get-ns"}, values: []float64{hot}},
	}, nil
}

// timeGets returns the mean in nanoseconds.
func timeGets(indexer cache.Indexer, keys []string, times int) (float64, error) {
	began := time.Now()
	for range times {
		for _, key := range keys {
			if _, exists, err := indexer.GetByKey(key); err != nil || !exists {
				return 0, fmt.Errorf("%s is one of the store's keys and was not found (%v)", key, err)
			}
		}
	}
	return float64(time.Since(began).Nanoseconds()) / float64(times*len(keys)), nil
}
