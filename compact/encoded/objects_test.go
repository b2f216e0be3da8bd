package encoded_test

import (
	"context"
	"reflect"
	"runtime/debug"
	"sync"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact/encoded"
	"informerbench/workload"
)

// object is what every typed object of the API is.
type object interface {
	runtime.Object
	metav1.Object
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

// kinds are those that clusters have most of, and some with other shapes of types.
var kinds = []object{
	&corev1.Pod{}, &corev1.Node{}, &appsv1.ReplicaSet{}, &appsv1.Deployment{}, &discoveryv1.EndpointSlice{},
	&batchv1.Job{}, &corev1.ConfigMap{}, &corev1.Secret{}, &corev1.Event{}, &coordinationv1.Lease{},
	&corev1.Service{}, &corev1.PersistentVolume{}, &corev1.PersistentVolumeClaim{}, &corev1.ResourceQuota{}, &corev1.LimitRange{},
	&appsv1.StatefulSet{}, &appsv1.DaemonSet{}, &batchv1.CronJob{}, &networkingv1.Ingress{}, &networkingv1.NetworkPolicy{},
	&rbacv1.Role{}, &autoscalingv2.HorizontalPodAutoscaler{}, &resourcev1.ResourceSlice{}, &metav1.PartialObjectMetadata{},
}

func fresh(kind object) object { return reflect.New(reflect.TypeOf(kind).Elem()).Interface().(object) }

func nameOf(kind object) string { return reflect.TypeOf(kind).Elem().Name() }

func encode(t testing.TB, o object) []byte {
	t.Helper()
	b, err := o.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// plain decodes as everybody does.
func plain(t testing.TB, kind object, b []byte) object {
	t.Helper()
	o := fresh(kind)
	if err := o.Unmarshal(b); err != nil {
		t.Fatal(err)
	}
	return o
}

func decode(t testing.TB, d *encoded.Decoder, kind object, b []byte) object {
	t.Helper()
	o := fresh(kind)
	if err := d.Decode(b, o); err != nil {
		t.Fatal(err)
	}
	return o
}

// population has every generated resource with a protobuf form, real in size.
var population = sync.OnceValue(func() []object {
	var all []object
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 1, Objects: 60, Profile: workload.Real, Resources: workload.Resources(),
	})
	if err != nil {
		panic(err)
	}
	for _, r := range workload.Resources() {
		for _, o := range p.Objects(r) {
			if o, ok := o.(object); ok {
				all = append(all, o)
			}
		}
	}
	return all
})

// uncollected keeps the collector from running unless it is told to: what is recent goes with it.
func uncollected(t *testing.T) {
	t.Helper()
	before := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(before) })
}
