package wire_test

import (
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/dump"

	"informerbench/wire"
)

// A list is, to the last field, what client-go's client for it returns.
func TestListsEqualClientGos(t *testing.T) {
	s := serve(t)
	for _, c := range cells(t, s, nil) {
		t.Run(c.name, func(t *testing.T) {
			for _, o := range []metav1.ListOptions{
				{}, {ResourceVersion: "0"}, {Limit: 7}, {FieldSelector: "metadata.name=nobody"},
			} {
				want, err := c.peer.ListWithContext(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				got, err := c.wire.ListWithContext(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				equal(t, got, want)
			}
		})
	}
}

// Pages continue where the last one ended, and items that are handed over as they come
// are those of the list.
func TestPagesAndItemsEqualClientGos(t *testing.T) {
	s := serve(t)
	for _, c := range cells(t, s, nil) {
		t.Run(c.name, func(t *testing.T) {
			for o := (metav1.ListOptions{Limit: 50}); ; {
				want, err := c.peer.ListWithContext(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				about, err := meta.ListAccessor(want)
				if err != nil {
					t.Fatal(err)
				}
				sameItems(t, c.wire, o, want)
				if o.Continue = about.GetContinue(); o.Continue == "" {
					break
				}
			}
		})
	}
}

// sameItems compares what ListItems hands over with client-go's list.
func sameItems(t *testing.T, s *wire.Source, o metav1.ListOptions, want runtime.Object) {
	t.Helper()
	var got []runtime.Object
	about, err := s.ListItems(t.Context(), o, func(items []runtime.Object) error {
		got = append(got, items...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	items, err := meta.ExtractList(want)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(items) {
		t.Fatalf("%d items, want %d", len(got), len(items))
	}
	for i := range items {
		equal(t, got[i], items[i])
	}
	list, _ := meta.ListAccessor(want)
	if about.ResourceVersion != list.GetResourceVersion() || about.Continue != list.GetContinue() ||
		!reflect.DeepEqual(about.RemainingItemCount, list.GetRemainingItemCount()) {
		t.Errorf("metadata %+v, want that of %T %q", about, want, list.GetResourceVersion())
	}
}

// Without an example of the list, typed objects come in the list that pagers use.
func TestListOfTypedObjectsWithoutAnExampleOfTheList(t *testing.T) {
	s := serve(t)
	c := s.typed(t, "pods", asProtobuf, func(o *wire.Options) { o.List = nil })
	list, err := c.wire.List(metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := list.(*internalversion.List); !ok {
		t.Fatalf("the list is a %T", list)
	}
	want, err := c.peer.ListWithContext(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := meta.ExtractList(list)
	items, _ := meta.ExtractList(want)
	equal(t, got, items)
}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%.3000s\nwant\n%.3000s", dump.Pretty(got), dump.Pretty(want))
	}
}

func accessor(o runtime.Object) metav1.Object {
	about, err := meta.Accessor(o)
	if err != nil {
		panic(err)
	}
	return about
}
