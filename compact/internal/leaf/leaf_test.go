package leaf_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerbench/compact/internal/leaf"
)

// sample has one thing, or a few, in each way that things lie in objects.
type sample struct {
	Text    string             `json:"text"`
	Numbers []int32            `json:"numbers"`
	Map     map[string]bool    `json:"map"`
	Bytes   map[string][]byte  `json:"bytes"`
	Time    *metav1.Time       `json:"time"`
	Limit   resource.Quantity  `json:"limit"`
	Any     any                `json:"any"`
	Ratio   float64            `json:"-"`
	Nothing *map[string]string `json:"nothing"`
	hidden  string
}

func fresh() *sample {
	return &sample{Text: "a", Numbers: []int32{1, 2}, Map: map[string]bool{"k": true}, Bytes: map[string][]byte{"b": {1}}, Time: &metav1.Time{},
		Limit: resource.MustParse("1"), Any: map[string]any{"x": []any{"y", nil}}, Ratio: 1, hidden: "h"}
}

// Each thing is chosen sooner or later, and the path tells which it was.
func TestChangeChangesOneThing(t *testing.T) {
	const seed, rounds = 1, 1000
	random := rand.New(rand.NewPCG(seed, 0))
	seen := map[string]bool{}
	for range rounds {
		got := fresh()
		path := leaf.Change(random, got)
		if reflect.DeepEqual(got, fresh()) || got.hidden != "h" {
			t.Fatalf("seed %d: %s: nothing has changed, or what is hidden: %+v", seed, path, got)
		}
		seen[path] = true
	}
	for _, path := range []string{"text", "numbers", "numbers[0]", "numbers[1]", "map", `map["k"]`, `map["another key"]`, `bytes["another key"]`, `bytes["b"]`, `bytes["b"][0]`, "time", "limit",
		"any", `any["x"]`, `any["x"][0]`, `any["x"][1]`, "Ratio", "nothing"} {
		if path != "map" && path != "any" && !seen[path] { // those two are not empty: what changes is in them
			t.Errorf("%s was never changed", path)
		}
		delete(seen, path)
	}
	if delete(seen, `any["another key"]`); len(seen) > 0 {
		t.Errorf("paths that nobody expects: %v", seen)
	}
}

func TestChangeOfObjects(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for range 100 {
		p := &corev1.Pod{Spec: corev1.PodSpec{Containers: make([]corev1.Container, 2)}}
		if path := leaf.Change(random, p); reflect.DeepEqual(p, &corev1.Pod{Spec: corev1.PodSpec{Containers: make([]corev1.Container, 2)}}) || path == "" {
			t.Fatalf("%q: nothing has changed", path)
		}
	}
	u := &unstructured.Unstructured{Object: map[string]any{"a": int64(1)}}
	if path := leaf.Change(random, u); u.Object["a"] == int64(1) && len(u.Object) == 1 {
		t.Errorf("%q: nothing has changed", path)
	}
	if path := leaf.Change(random, &struct{}{}); path != "" {
		t.Errorf("%q of nothing was changed", path)
	}
}
