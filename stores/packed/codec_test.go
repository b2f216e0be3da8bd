package packed_test

import (
	"reflect"
	"testing"

	"informerbench/stores/packed"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Types that have protobuf methods, but of a part of theirs.
type (
	aroundMeta struct {
		metav1.ObjectMeta
		Spec string
	}
	aroundPod struct {
		corev1.Pod
		Spec string
	}
	deeper       struct{ metav1.ObjectMeta }
	podAndDeeper struct {
		corev1.Pod
		deeper
	}
	aroundPointer struct{ *corev1.Pod }
	aroundAny     struct{ message }
	message       interface {
		Size() int
		MarshalToSizedBuffer([]byte) (int, error)
		Unmarshal([]byte) error
	}
)

func TestPromotedMethodsAreNoCoding(t *testing.T) {
	for _, obj := range []any{&aroundMeta{}, &aroundPod{}, &podAndDeeper{}, &aroundPointer{}, &aroundAny{}, corev1.Pod{}, "text", 7, []string{}, &deeper{}} {
		if coding := packed.Default().For(reflect.TypeOf(obj)); coding != nil {
			t.Errorf("%T has the coding %T", obj, coding)
		}
	}
	for _, obj := range []any{&corev1.Pod{}, &metav1.PartialObjectMetadata{}, &metav1.ObjectMeta{}} {
		if packed.Default().For(reflect.TypeOf(obj)) == nil {
			t.Errorf("%T has no coding", obj)
		}
	}
}

// elsewhere keeps its kind where nobody would look for it.
type elsewhere struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	kind schema.GroupVersionKind
}

func (e *elsewhere) GetObjectKind() schema.ObjectKind                 { return e }
func (e *elsewhere) GroupVersionKind() schema.GroupVersionKind        { return e.kind }
func (e *elsewhere) SetGroupVersionKind(kind schema.GroupVersionKind) { e.kind = kind }
func (e *elsewhere) DeepCopyObject() runtime.Object                   { return e }
func (e *elsewhere) Size() int                                        { return 0 }
func (e *elsewhere) MarshalToSizedBuffer([]byte) (int, error)         { return 0, nil }
func (e *elsewhere) Unmarshal([]byte) error                           { return nil }

func TestAnotherWayToKeepTheKindIsNoCoding(t *testing.T) {
	if coding := packed.Protobuf().For(reflect.TypeFor[*elsewhere]()); coding != nil {
		t.Errorf("it has the coding %T", coding)
	}
}

func TestKindAndVersionOfTypedObjectsStay(t *testing.T) {
	coding := packed.Protobuf().For(reflect.TypeFor[*corev1.Pod]())
	for _, kind := range []metav1.TypeMeta{{}, {Kind: "Pod", APIVersion: "v1"}, {Kind: "Pod"}, {APIVersion: "a/b/c"}, {Kind: "\x00", APIVersion: "\xff"}, {}} {
		mustRoundTrip(t, coding, &corev1.Pod{TypeMeta: kind, ObjectMeta: metav1.ObjectMeta{Name: "a"}})
	}
}

func TestObjectsWithoutCodingStayAsTheyAre(t *testing.T) {
	store := packed.New(nil).(*packed.Store)
	objects := map[string]any{"around": &aroundMeta{Spec: "x"}, "nil": nil, "text": "text"}
	for key, obj := range objects {
		store.Add(key, obj)
	}
	store.Add("pod", &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "pod"}})
	for key, obj := range objects {
		if got, exists := store.Get(key); !exists || got != obj {
			t.Errorf("%s is %v, %v", key, got, exists)
		}
	}
	if stats := store.Stats(); stats.Live != 3 || stats.Packed != 1 {
		t.Errorf("%+v", stats)
	}
}

// widget is a custom resource's Go type.
type widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              struct {
		Size  int               `json:"size,omitempty"`
		Parts map[string]string `json:"parts,omitempty"`
	} `json:"spec"`
}

func TestNamedTypesArePackedAsJSON(t *testing.T) {
	codec := packed.First(packed.Default(), packed.JSON(&widget{}))
	store := packed.Options{Codec: codec, Cache: -1}.New(nil).(*packed.Store)
	w := &widget{TypeMeta: metav1.TypeMeta{Kind: "Widget"}, ObjectMeta: metav1.ObjectMeta{Name: "w", ResourceVersion: "9"}}
	w.Spec.Size, w.Spec.Parts = 3, map[string]string{"a": "b"}
	store.Add("w", w)
	got, _ := store.Get("w")
	if stats := store.Stats(); stats.Packed != 1 || got == any(w) || !reflect.DeepEqual(got, w) {
		t.Errorf("%+v, %+v", got, stats)
	}
	if rv := store.LastStoreSyncResourceVersion(); rv != "9" {
		t.Errorf("version %q", rv)
	}
}

func TestJSONTakesPointersToStructs(t *testing.T) {
	for _, example := range []any{widget{}, nil, "text", new(int)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is taken", example)
				}
			}()
			packed.JSON(example)
		}()
	}
}
