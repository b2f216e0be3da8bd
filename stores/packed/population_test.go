package packed_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"informerbench/stores"
	"informerbench/workload"

	"k8s.io/client-go/tools/cache"
)

// generate makes objects of a resource, with their keys.
func generate(t testing.TB, r workload.Resource, p workload.Profile, n int) []stores.Item {
	t.Helper()
	made, err := workload.Generate(context.Background(), workload.Config{Seed: 7, Objects: n, Profile: p, Resources: []workload.Resource{r}})
	if err != nil {
		t.Fatal(err)
	}
	var items []stores.Item
	for _, obj := range made.Objects(r) {
		key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, stores.Item{Key: key, Object: obj})
	}
	return items
}

// populations are made once: making them takes longer than most tests, which only read them.
var populations sync.Map

// population returns real objects of a resource. They are everybody's.
func population(t testing.TB, r workload.Resource, n int) []stores.Item {
	t.Helper()
	return populationOf(t, r, workload.Real, n)
}

func populationOf(t testing.TB, r workload.Resource, p workload.Profile, n int) []stores.Item {
	t.Helper()
	once, _ := populations.LoadOrStore(fmt.Sprint(r, "/", p, "/", n), sync.OnceValue(func() []stores.Item { return generate(t, r, p, n) }))
	return once.(func() []stores.Item)()
}

// somePods are as many pods as tests share.
func somePods(t testing.TB, n int) []stores.Item { return population(t, workload.Pods, 150)[:n] }
