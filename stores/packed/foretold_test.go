package packed_test

import (
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// counting counts what is decoded.
type counting struct {
	packed.Codec
	decoded atomic.Int64
}

func (c *counting) For(t reflect.Type) packed.Coding {
	coding := c.Codec.For(t)
	if coding == nil {
		return nil
	}
	return countingCoding{coding, &c.decoded}
}

type countingCoding struct {
	packed.Coding
	decoded *atomic.Int64
}

func (c countingCoding) Decode(data []byte) (any, error) {
	c.decoded.Add(1)
	return c.Coding.Decode(data)
}

// Index functions see each object once, when it is staged. Only an index that was added since has to have
// it decoded.
func TestNothingIsDecodedToWriteAStagedList(t *testing.T) {
	items := manyPods(t)
	codec := &counting{Codec: packed.Default()}
	store := packed.Options{Codec: codec, Cache: -1}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	list := staged(store, items)
	store.ReplaceList(list, "1")
	if n := codec.decoded.Load(); n > 0 {
		t.Errorf("%d objects were decoded", n)
	}
	again := staged(store, copies(items))
	added := cache.Indexers{"added": func(obj any) ([]string, error) { return []string{obj.(*corev1.Pod).Spec.NodeName}, nil }}
	if err := store.AddIndexers(added); err != nil {
		t.Fatal(err)
	}
	store.ReplaceList(again, "2")
	plain := uncached(workload.Pods)
	if err := plain.AddIndexers(added); err != nil {
		t.Fatal(err)
	}
	plain.ReplaceList(items, "2")
	for index := range plain.GetIndexers() {
		mustIndexAlike(t, store, plain, index)
	}
}

// An index function that fails for a staged object fails where the list is written: nothing changes.
func TestAnIndexFunctionThatFailsIsMetWhenTheListIsWritten(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("no index of this one") },
		"panic": func() error { panic("no index of this one") },
	} {
		t.Run(name, func(t *testing.T) { failAtTheWrite(t, fail) })
	}
}

func failAtTheWrite(t *testing.T, fail func() error) {
	items := manyPods(t)
	bad := items[3].Key
	indexers := cache.Indexers{"i": func(obj any) ([]string, error) {
		if key, _ := cache.MetaNamespaceKeyFunc(obj); key == bad {
			return nil, fail()
		}
		return []string{"a"}, nil
	}}
	store := packed.Options{}.New(indexers).(*packed.Store)
	store.ReplaceList(items[10:20], "1")
	list := staged(store, items)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		store.ReplaceList(list, "2")
	}()
	if store.Len() != 10 || store.LastStoreSyncResourceVersion() != "1" {
		t.Errorf("%d objects at %q", store.Len(), store.LastStoreSyncResourceVersion())
	}
	store.ReplaceList(append(list[:3:3], list[4:]...), "3") // the stand-ins are good for another try
	if keys, _ := store.IndexKeys("i", "a"); len(keys) != len(items)-1 {
		t.Errorf("%d keys", len(keys))
	}
	quiet(t, store)
}

// Who writes one of the objects beside a list that has it as well, in the same version and so in the same record, may
// meet what is foretold of it.
func TestOthersWriteBesideAStagedList(t *testing.T) {
	items := somePods(t, 60)
	store := packed.Options{Processors: 1}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				store.Update(items[i%len(items)].Key, items[i%len(items)].Object)
			}
		}
	})
	for range scaled(200, 100) {
		store.ReplaceList(staged(store, items), "2")
	}
	close(stop)
	group.Wait()
	mustEqual(t, store, items)
}
