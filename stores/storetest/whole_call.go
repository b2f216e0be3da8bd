package storetest

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"informerbench/stores"

	"github.com/anishathalye/porcupine"
	"k8s.io/client-go/tools/cache"
)

// recordWhole makes a call and stamps it, see recorder.
func (r *recorder) recordWhole(client int, c wholeCall) error {
	called := r.clock.Add(1)
	output, err := c.on(r.store)
	returned := r.clock.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.history = append(r.history, porcupine.Operation{ClientId: client, Input: c, Call: called, Output: output, Return: returned})
	return err
}

func (r *recorder) String() string {
	var text strings.Builder
	for _, o := range r.history {
		fmt.Fprintf(&text, "\n  client %d, %d to %d: %s", o.ClientId, o.Call, o.Return, wholeStore.DescribeOperation(o.Input, o.Output))
	}
	return text.String()
}

// on makes the call and returns its answer as text.
func (c wholeCall) on(store stores.Store) (string, error) {
	switch c.kind {
	case "Update":
		store.Update(c.key, named(c.value))
	case "Delete":
		store.Delete(c.key)
	case "Bookmark":
		store.Bookmark(c.value)
	case "Transaction":
		store.Transaction(c.transaction()...)
	case "TransactionAt":
		transactAt(store, c.value, c.transaction())
	case "Replace":
		store.Replace(lastOf(c.list()), c.value)
	case "ReplaceList":
		replaceList(store, c.list(), c.value)
	default:
		return c.read(store)
	}
	return "", nil
}

func named(value string) *object { return newObject("ns", value, value) }

func (c wholeCall) transaction() (entries []cache.ThreadSafeStoreTransaction) {
	for _, e := range c.entries {
		if e.value == "" {
			entries = append(entries, drop(e.key, nil))
		} else {
			entries = append(entries, put(e.key, named(e.value)))
		}
	}
	return entries
}

// list is what the entries leave, the last of a key winning.
func (c wholeCall) list() (list []stores.Item) {
	for _, e := range c.entries {
		list = slices.DeleteFunc(list, func(item stores.Item) bool { return item.Key == e.key })
		if e.value != "" {
			list = append(list, stores.Item{Key: e.key, Object: named(e.value)})
		}
	}
	return list
}

func (c wholeCall) read(store stores.Store) (string, error) {
	switch c.kind {
	case "Get":
		obj, exists := store.Get(c.key)
		if !exists {
			return "", nil
		}
		return nameOf(obj), nil
	case "List":
		return namesText(store.List(), nil)
	case "ListKeys":
		return sortedText(slices.Values(store.ListKeys())), nil
	case "ByIndex":
		return namesText(store.ByIndex("last", c.value))
	case "IndexKeys":
		keys, err := store.IndexKeys("last", c.value)
		return sortedText(slices.Values(keys)), err
	case "ListIndexFuncValues":
		return sortedText(slices.Values(store.ListIndexFuncValues("last"))), nil
	case "Version":
		return store.LastStoreSyncResourceVersion(), nil
	case "Snapshot":
		return c.readSnapshot(store.(stores.Snapshotter))
	}
	bulk := store.(stores.BulkReader)
	switch c.kind {
	case "AppendList":
		return namesText(bulk.AppendList(nil), nil)
	case "AppendByIndex":
		return namesText(bulk.AppendByIndex(nil, "last", c.value))
	case "ByIndexAll":
		return pairsText(bulk.ByIndexAll("last", c.value))
	default:
		return pairsText(bulk.All(), nil)
	}
}

func (c wholeCall) readSnapshot(store stores.Snapshotter) (string, error) {
	snapshot := store.Snapshot()
	defer snapshot.Close()
	text, err := pairsText(snapshot.All(), nil)
	return text + snapshot.ResourceVersion(), err
}

// nameOf is no value that was ever written unless it is an object of the suite.
func nameOf(obj any) string {
	if o, ok := obj.(*object); ok && o != nil {
		return o.Name
	}
	return fmt.Sprintf("%T", obj)
}

func namesText(objects []any, err error) (string, error) {
	names := make([]string, len(objects))
	for i, obj := range objects {
		names[i] = nameOf(obj)
	}
	return sortedText(slices.Values(names)), err
}

func pairsText(seq iter.Seq2[string, any], err error) (string, error) {
	if err != nil {
		return "", err
	}
	content := map[string]string{}
	for key, obj := range seq {
		if _, twice := content[key]; twice {
			return "", fmt.Errorf("a range has %q twice", key)
		}
		content[key] = nameOf(obj)
	}
	return contentText(content, ""), nil
}

func sortedText(seq iter.Seq[string]) string { return strings.Join(slices.Sorted(seq), " ") }
