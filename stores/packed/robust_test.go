package packed_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// A megabyte is what an API server takes; some more is what others may.
func TestHugeObjects(t *testing.T) {
	notAboutRaces(t)
	random := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, 3<<20)
	for i := 0; i < len(noise); i += 8 {
		binary.LittleEndian.PutUint64(noise[i:], random.Uint64())
	}
	for _, size := range []int{1 << 20, 3 << 20} {
		store := packed.New(nil).(*packed.Store)
		text := strings.Repeat("setting=value\n", size/14)
		items := []stores.Item{
			{Key: "text", Object: &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "text", ResourceVersion: "1"}, Data: map[string]string{"a": text}}},
			{Key: "noise", Object: &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "noise"}, BinaryData: map[string][]byte{"a": noise[:size]}}},
			{Key: "secret", Object: &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "secret"}, Data: map[string][]byte{"a": noise[:size]}}},
			{Key: "small", Object: &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "small"}}},
		}
		for _, name := range []string{"Update", "ReplaceList", "Transaction"} {
			writes[name](store, items)
			for _, item := range items {
				if got, _ := store.Get(item.Key); !reflect.DeepEqual(got, item.Object) {
					t.Errorf("%s: the %s of %d bytes is another", name, item.Key, size)
				}
			}
		}
		if stats := store.Stats(); stats.PackedBytes > int64(2*size+size/10) || stats.CacheBytes > packed.DefaultCache {
			t.Errorf("%+v", stats)
		}
		quiet(t, store)
	}
}

// mixture is what a store may be given: packed objects of several kinds, and others.
func mixture() map[string]any {
	about := metav1.ObjectMeta{Name: "a", Namespace: "n", ResourceVersion: "5", Labels: map[string]string{"a": "b"}}
	pod := &corev1.Pod{ObjectMeta: about, Spec: corev1.PodSpec{NodeName: "node"}}
	return map[string]any{
		"typed":         pod,
		"another":       &corev1.Node{ObjectMeta: about},
		"metadata":      &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}, ObjectMeta: about},
		"unstructured":  &unstructured.Unstructured{Object: map[string]any{"kind": "Widget", "spec": map[string]any{"size": int64(3), "part": 1.0}}},
		"nil":           nil,
		"nothing":       (*box)(nil),
		"text":          "text",
		"a list":        []string{"a", "b"}, // not to be compared
		"a tombstone":   cache.DeletedFinalStateUnknown{Key: "n/a", Obj: pod},
		"no coding":     &box{"a", "b"},
		"a whole value": corev1.Pod{ObjectMeta: about},
	}
}

func TestKindsMayBeMixed(t *testing.T) {
	objects := mixture()
	for name, write := range writes {
		if name == "deletes" {
			continue
		}
		store := bare()
		var items []stores.Item
		for key, obj := range objects {
			items = append(items, stores.Item{Key: key, Object: obj})
		}
		write(store, items)
		for key, obj := range store.All() {
			if !reflect.DeepEqual(obj, objects[key]) {
				t.Errorf("%s: %s is %+v instead of %+v", name, key, obj, objects[key])
			}
		}
		if stats := store.Stats(); stats.Packed != 4 || stats.Live != len(objects)-4 {
			t.Errorf("%s: %+v", name, stats)
		}
		first := items[0].Key
		for i := range items[1:] { // each in the place of another
			items[i].Key = items[i+1].Key
		}
		items[len(items)-1].Key = first
		write(store, items)
		for _, item := range items {
			if got, exists := store.Get(item.Key); !exists || !reflect.DeepEqual(got, item.Object) {
				t.Errorf("%s: %s is %+v instead of %+v", name, item.Key, got, item.Object)
			}
		}
	}
}

func TestATombstoneDeletes(t *testing.T) {
	store := packed.New(nil)
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "a", ResourceVersion: "5"}}
	for _, last := range []any{cache.DeletedFinalStateUnknown{Key: "a", Obj: pod}, pod, nil, "text"} {
		store.Add("a", pod)
		store.Bookmark("7")
		store.DeleteWithObject("a", last)
		want := map[bool]string{true: "5", false: "7"}[last == any(pod)]
		if _, exists := store.Get("a"); exists || store.LastStoreSyncResourceVersion() != want {
			t.Errorf("after %T: %v, version %s", last, exists, store.LastStoreSyncResourceVersion())
		}
	}
}

// moody is a coding that panics for some objects and refuses others.
type moody struct{ notes }

var errMoody = errors.New("not this one")

func (m moody) For(t reflect.Type) packed.Coding {
	if m.notes.For(t) == nil {
		return nil
	}
	return m
}

func (m moody) Append(into []byte, obj any) ([]byte, error) {
	switch obj.(note) {
	case "panic":
		panic(errMoody)
	case "refuse":
		return nil, errMoody
	}
	return m.notes.Append(into, obj)
}

func TestACodingThatPanicsChangesNothing(t *testing.T) {
	for _, n := range []int{3, 2100} { // one after the other, and on several processors
		store := packed.Options{Codec: moody{}}.New(nil).(*packed.Store)
		var items []stores.Item
		for i := range n {
			items = append(items, stores.Item{Key: fmt.Sprint(i), Object: note(fmt.Sprint("note ", i))})
		}
		store.ReplaceList(items, "1")
		bad := append([]stores.Item{}, items...)
		bad[n-1].Object = note("panic")
		for name, write := range writes {
			func() {
				defer func() {
					if got := recover(); got != any(errMoody) {
						t.Errorf("%s panics with %v", name, got)
					}
				}()
				if name == "Update" || name == "deletes" {
					store.Update("0", note("panic"))
				} else {
					write(store, bad)
				}
			}()
			if got, _ := store.Get("0"); got != any(note("note 0")) || store.LastStoreSyncResourceVersion() != "1" {
				t.Errorf("after %s that panicked there is %v", name, got)
			}
			quiet(t, store)
		}
		store.Update("0", note("refuse"))
		if got, _ := store.Get("0"); got != any(note("refuse")) || store.Stats().Live != 1 {
			t.Errorf("what is refused is %v", got)
		}
		store.Update("0", note("text"))
		if got, _ := store.Get("0"); got != any(note("text")) {
			t.Errorf("it stays %v", got)
		}
	}
}

// When an index function fails, the object is nobody's.
func TestAFailingIndexFunctionLeavesNothing(t *testing.T) {
	items := somePods(t, 10)
	failing := false
	store := packed.New(cache.Indexers{"moody": func(obj any) ([]string, error) {
		if failing && obj.(*corev1.Pod).Namespace == items[9].Object.(*corev1.Pod).Namespace && obj.(*corev1.Pod).Name == items[9].Object.(*corev1.Pod).Name {
			return nil, errMoody
		}
		return []string{"a"}, nil
	}}).(*packed.Store)
	store.ReplaceList(items, "1")
	failing = true
	for name, write := range writes {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			write(store, copies(items)[8:])
		}()
		quiet(t, store)
	}
	failing = false
	store.Get(items[9].Key)
	if got, exists := store.Get(items[9].Key); !exists || !equality.Semantic.DeepEqual(got, items[9].Object) {
		t.Errorf("%s is %v", items[9].Key, got)
	}
	if n := len(store.List()); n != 10 && n != 9 {
		t.Errorf("%d objects", n)
	}
}

// With a cache readers share an object, as in any store. Without one each has its own.
func TestWhoMayChangeWhatWasRead(t *testing.T) {
	items := somePods(t, 1)
	store := packed.New(nil)
	store.Add("a", items[0].Object)
	a, _ := store.Get("a")
	b, _ := store.Get("a")
	if a != b {
		t.Error("two readers at once have two objects")
	}
	store = bare()
	store.Add("a", items[0].Object)
	for range 3 {
		got, _ := store.Get("a")
		if !equality.Semantic.DeepEqual(got, items[0].Object) {
			t.Fatalf("somebody's change is there: %v", got)
		}
		pod := got.(*corev1.Pod)
		pod.Name, pod.Labels["changed"] = "changed", "yes"
		pod.Spec.Containers[0].Image = "changed"
	}
}
