package sharded_test

import (
	"fmt"
	"testing"

	"informerbench/stores"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// object is a thing with metadata, whose resource version is its number.
type object struct {
	metav1.ObjectMeta
	thing
}

func versioned(n int) *object {
	return &object{ObjectMeta: metav1.ObjectMeta{ResourceVersion: fmt.Sprint(n)}, thing: thing{n: n}}
}

// TestIndexAddedBetweenValuesAndWrite adds an index from within an index function:
// after the write has computed its values, before it takes its lock. The write must
// start again, or its object would be missing from the new index for ever
// (kubernetes/kubernetes#70881).
func TestIndexAddedBetweenValuesAndWrite(t *testing.T) {
	for name, write := range map[string]func(stores.Store, any){
		"Update":      func(s stores.Store, obj any) { s.Update("late", obj) },
		"Transaction": func(s stores.Store, obj any) { s.Transaction(put("early", &thing{tags: "v"}), put("late", obj)) },
	} {
		for mode, create := range modes {
			t.Run(name+"/"+mode, func(t *testing.T) {
				late := &thing{tags: "v"}
				var s stores.Store
				added := false
				s = create(cache.Indexers{"first": func(obj any) ([]string, error) {
					if obj == any(late) && !added {
						added = true
						if err := s.AddIndexers(cache.Indexers{"tags": byTags}); err != nil {
							t.Error(err)
						}
					}
					return []string{"x"}, nil
				}})
				s.Add("early", &thing{tags: "v"})
				write(s, late)
				check(t, s)
				if keys, err := s.IndexKeys("tags", "v"); err != nil || len(keys) != 2 {
					t.Errorf("under the new index: %v, %v", keys, err)
				}
			})
		}
	}
}

// TestAddIndexersOverManyObjects compares with indexes that were there from the
// start.
func TestAddIndexersOverManyObjects(t *testing.T) {
	for mode, create := range modes {
		t.Run(mode, func(t *testing.T) {
			s := create(cache.Indexers{"number": byNumber})
			s.Replace(filled(1_000), "1")
			if err := s.AddIndexers(cache.Indexers{"tags": byTags}); err != nil {
				t.Fatal(err)
			}
			check(t, s)
			for i := range 500 {
				s.Delete(key(i))
				s.Update(key(i+500), &thing{n: i, tags: "a,b"})
			}
			check(t, s)
			if objs, _ := s.ByIndex("tags", "b"); len(objs) != 500 {
				t.Errorf("%d objects", len(objs))
			}
		})
	}
}
