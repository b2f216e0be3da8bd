package indexer_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/indexer"
	"informerbench/stores"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
)

func named(name string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: "7"}}
}

func TestAnIndexerStagesForAStoreThatDoes(t *testing.T) {
	i := indexer.New(packed.New(nil), nil)
	stage := i.Stage()
	standIn, nameless := stage(named("a")), stage("no object")
	if _, ok := standIn.(stores.StandIn); !ok || nameless != any("no object") {
		t.Fatalf("staged as %T and %v", standIn, nameless)
	}
	if err := i.Replace([]any{standIn}, "8"); err != nil {
		t.Fatal(err)
	}
	if got, exists, err := i.GetByKey("ns/a"); err != nil || !exists || got.(*metav1.PartialObjectMetadata).ResourceVersion != "7" {
		t.Errorf("got %v, %v, %v", got, exists, err)
	}
	held, exists, known := i.StandIn("ns/a")
	if !known || !exists || stores.Open(held).(*metav1.PartialObjectMetadata).Name != "a" {
		t.Errorf("StandIn = %v, %v, %v", held, exists, known)
	}
	if all := i.StandIns(); len(all) != 1 || stores.Open(all[0]).(*metav1.PartialObjectMetadata).Name != "a" {
		t.Errorf("StandIns = %v", all)
	}
}

// What a stand-in cannot know, or nobody would win by, is not staged.
func TestAnIndexerDoesNotStage(t *testing.T) {
	same := func(obj any) (any, error) { return obj, nil }
	if indexer.New(packed.New(nil), nil, indexer.WithTransform(same)).Stage() != nil {
		t.Error("an indexer that transforms does")
	}
	plain := indexer.New(mvcc.New(nil), nil)
	if plain.Stage() != nil {
		t.Error("one over a store that keeps objects does")
	}
	if err := plain.Add(named("a")); err != nil {
		t.Fatal(err)
	}
	if _, _, known := plain.StandIn("ns/a"); known || len(plain.StandIns()) != 1 {
		t.Error("one over a store that keeps objects knows of stand-ins")
	}
	byUID := indexer.New(packed.New(nil), func(obj any) (string, error) { return "uid-1", nil })
	if obj := named("a"); byUID.Stage()(obj) != any(obj) {
		t.Error("an object whose key is not its name is staged")
	}
	// No server allows such a name, but fake clients do.
	slashes, cluster := named("a/b"), named("a/b")
	cluster.Namespace = ""
	for _, obj := range []any{slashes, cluster} {
		if staged := indexer.New(packed.New(nil), nil).Stage()(obj); staged != obj {
			t.Errorf("staged as a %T, from which the name could not be told", staged)
		}
	}
	store := packed.New(nil).(*packed.Store)
	store.Add("ns/a/b", slashes)
	if held, exists := store.StandIn("ns/a/b"); !exists || stores.Open(held) != held {
		t.Errorf("a %T stands for an object whose name cannot be told", held)
	}
}
