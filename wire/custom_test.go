package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
	"informerbench/workload"
)

func (p *panics) DeepCopyObject() runtime.Object { c := *p; return &c }

// Widget is a custom resource as its owner's program declares it: no protobuf form.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              map[string]any `json:"spec"`
	Status            map[string]any `json:"status"`
}

func (w *Widget) DeepCopyObject() runtime.Object { c := *w; return &c }

type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []Widget `json:"items"`
}

func (w *WidgetList) DeepCopyObject() runtime.Object { c := *w; return &c }

func custom(t testing.TB, f transport, example runtime.Object) *wire.Source {
	return wire.New(f.server().client(t, workload.Widgets.GroupVersionKind(), ""), "widgets", "", wire.Options{Example: example})
}

// Custom types are decoded from JSON without being asked for, and hold what the
// unstructured objects hold.
func TestTypedCustomResource(t *testing.T) {
	s := serve(t)
	client := s.client(t, workload.Widgets.GroupVersionKind(), asJSON)
	source := wire.New(client, "widgets", "", wire.Options{Example: &Widget{}, List: &WidgetList{}})
	list, err := source.List(metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	objects := s.Objects(workload.Widgets)
	items := list.(*WidgetList).Items
	if len(items) != len(objects) || len(items) == 0 {
		t.Fatalf("%d widgets, want %d", len(items), len(objects))
	}
	for i := range items {
		sameContent(t, &items[i], objects[items[i].Namespace+"/"+items[i].Name])
	}
	w := openWatch(t, source, streamingList())
	for _, e := range receive(t, w, len(objects)+1) {
		if widget := e.Object.(*Widget); e.Type == watch.Added {
			sameContent(t, widget, objects[widget.Namespace+"/"+widget.Name])
		}
	}
}

func sameContent(t *testing.T, got *Widget, want runtime.Object) {
	t.Helper()
	bytes, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	typed := &Widget{}
	if err := json.Unmarshal(bytes, typed); err != nil {
		t.Fatal(err)
	}
	copied := *got
	copied.TypeMeta = typed.TypeMeta
	a, _ := json.Marshal(copied)
	b, _ := json.Marshal(typed)
	if string(a) != string(b) {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

// A server that knows only JSON is understood though protobuf was asked for.
func TestAnswerInJSONThoughProtobufWasAskedFor(t *testing.T) {
	c := body(asJSON, listed(t, asJSON, 5, 10)).configMaps(t, asProtobuf, nil)
	if items, err := drainList(t, c.wire); err != nil || len(items) != 5 {
		t.Errorf("%d items, %v", len(items), err)
	}
	c = body(asJSON, watched(t, asJSON, 5, 10)).configMaps(t, asProtobuf, nil)
	if events := drainWatch(t, c.wire); len(events) != 6 {
		t.Errorf("%d events", len(events))
	}
}

// A server that cannot leave all but the metadata away sends whole objects, of which the
// metadata is taken, as client-go's metadata client does with lists.
func TestMetadataOfAServerThatSendsWholeObjects(t *testing.T) {
	f := body(asJSON, listed(t, asJSON, 5, 10))
	c := f.server().metadata(t, workload.ConfigMaps, asJSON, nil)
	items, err := drainList(t, c.wire)
	if err != nil || len(items) != 5 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	if p := items[4].(*metav1.PartialObjectMetadata); p.Name != "c5" {
		t.Errorf("%v", p)
	}
}

// Options that cannot be meant are refused where they are written, in words.
func TestNewRefuses(t *testing.T) {
	client := transport(nil).server().client(t, workload.Widgets.GroupVersionKind(), "")
	dynamic := &unstructured.Unstructured{}
	named := &unstructured.Unstructured{}
	named.SetGroupVersionKind(workload.Widgets.GroupVersionKind())
	for text, o := range map[string]wire.Options{
		"Example is nil":   {},
		"has no kind":      {Example: dynamic},
		"no protobuf form": {Example: &Widget{}, Encoding: wire.Protobuf},
		"unstructured":     {Example: named, Encoding: wire.Protobuf},
		"unknown encoding": {Example: &Widget{}, Encoding: "xml"},
		"MaxObject":        {Example: &Widget{}, MaxObject: 1},
		"no Items":         {Example: &Widget{}, List: &Widget{}},
		"Items of":         {Example: &panics{}, List: &WidgetList{}},
	} {
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(p.(string), text) {
					t.Errorf("want a panic with %q, got %v", text, p)
				}
			}()
			wire.New(client, "widgets", "", o)
		}()
	}
}
