package compact_test

import (
	"fmt"
	"reflect"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/workload"
)

func TestSharedPopulationIsWhatItWas(t *testing.T) {
	for _, r := range workload.Resources() {
		t.Run(string(r), func(t *testing.T) {
			s := compact.NewSharer(compact.ShareOptions{})
			for i, o := range population(t, r, 150) {
				if got := shared(t, s, received(t, o)); !reflect.DeepEqual(got, o) {
					t.Fatalf("object %d has changed:\n got %v\nwant %v", i, got, o)
				}
			}
			if stats := s.Stats(); stats.Objects == 0 || stats.Bytes == 0 {
				t.Errorf("nothing was shared: %+v", stats)
			}
		})
	}
}

var kinds = []runtime.Object{
	&corev1.Pod{}, &corev1.Node{}, &appsv1.ReplicaSet{}, &appsv1.Deployment{}, &discoveryv1.EndpointSlice{}, &batchv1.Job{},
	&corev1.ConfigMap{}, &corev1.Secret{}, &corev1.Event{}, &coordinationv1.Lease{},
	&corev1.PersistentVolume{}, &appsv1.ControllerRevision{}, &metav1.PartialObjectMetadata{},
}

// Objects that were drawn have every field, empty and nil slices and maps, unused capacity, and parts
// that must not be shared.
func TestSharedDrawnObjectsAreWhatTheyWere(t *testing.T) {
	for i, kind := range kinds {
		t.Run(fmt.Sprintf("%T", kind), func(t *testing.T) {
			d := newDrawer(t, uint64(i))
			s := compact.NewSharer(compact.ShareOptions{})
			var got, want []runtime.Object
			for n := range 60 {
				o := d.object(kind, fmt.Sprint("object", n))
				want = append(want, o.DeepCopyObject())
				got = append(got, shared(t, s, o))
			}
			for n := range got { // at the end, to see what later ones did to earlier ones
				if !reflect.DeepEqual(got[n], want[n]) {
					t.Fatalf("object %d has changed:\n got %v\nwant %v", n, got[n], want[n])
				}
			}
		})
	}
}

func TestSharingAgainChangesNothing(t *testing.T) {
	for _, r := range []workload.Resource{workload.Pods, workload.Widgets} {
		s := compact.NewSharer(compact.ShareOptions{})
		objects := population(t, r, 50)
		for _, o := range objects {
			once := shared(t, s, received(t, o))
			if twice := shared(t, s, once); twice != once || !reflect.DeepEqual(twice, o) {
				t.Fatalf("an object has changed when it was shared again: %v", twice)
			}
		}
	}
}

// The race detector is the judge: equal parts that are exchanged do not show in the content.
func TestSharingWritesNothingBelowTheObject(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	for _, o := range population(t, workload.Pods, 60) {
		pod := received(t, o).(*corev1.Pod)
		below := *pod // another object with the same parts, which somebody reads meanwhile
		read := make(chan bool)
		go func() { read <- reflect.DeepEqual(&below, o) }()
		shared(t, s, pod)
		if !<-read || !reflect.DeepEqual(&below, o) {
			t.Fatal("a part that others may read was written to")
		}
	}
}

func TestOtherThingsPass(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	var none *corev1.Pod
	for _, obj := range []any{nil, "text", 7, none, corev1.PodStatus{}, tombstone(nil), tombstone(&corev1.Pod{})} {
		if got, err := s.Transform(obj); err != nil || !reflect.DeepEqual(got, obj) {
			t.Errorf("%v became %v, %v", obj, got, err)
		}
	}
	if n := s.Stats().Objects; n != 0 {
		t.Errorf("%d objects were counted", n)
	}
}
