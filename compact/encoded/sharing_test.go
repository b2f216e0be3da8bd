package encoded_test

import (
	"reflect"
	"strconv"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/compact/encoded"
)

// aPod is a running Pod of the population.
func aPod(t testing.TB) *corev1.Pod {
	for _, o := range population() {
		if p, ok := o.(*corev1.Pod); ok && p.Status.Phase == corev1.PodRunning {
			return p
		}
	}
	t.Fatal("the population has no running Pod")
	return nil
}

// siblingOf is a Pod of the same template: it has its own name, addresses and token volume.
func siblingOf(p *corev1.Pod, i int) *corev1.Pod {
	p = p.DeepCopy()
	own := strconv.Itoa(1000 + i)
	p.Name, p.UID, p.ResourceVersion = p.GenerateName+own, types.UID("uid-"+own), own
	p.Status.PodIP = "10.0.0." + own
	for i := range p.Spec.Containers {
		for j := range p.Spec.Containers[i].VolumeMounts {
			p.Spec.Containers[i].VolumeMounts[j].SubPath = own + "-" + strconv.Itoa(i)
		}
		p.Status.ContainerStatuses[i].ContainerID = "containerd://" + own
	}
	return p
}

// decodedSiblings decodes n siblings of a Pod, each as it comes from the wire.
func decodedSiblings(t testing.TB, d *encoded.Decoder, p *corev1.Pod, n int) []*corev1.Pod {
	var all []*corev1.Pod
	for i := range n {
		b := encode(t, siblingOf(p, i))
		all = append(all, decode(t, d, p, b).(*corev1.Pod))
	}
	return all
}

// shared tells whether two fields refer to the same memory.
func shared(a, b any) bool {
	return reflect.ValueOf(a).UnsafePointer() == reflect.ValueOf(b).UnsafePointer()
}

func TestSiblingsShareWhatTheirTemplateGave(t *testing.T) {
	uncollected(t)
	pods := decodedSiblings(t, encoded.New(encoded.Options{}), aPod(t), 3)
	a, b := pods[0], pods[2]
	for name, pair := range map[string][2]any{
		"labels":             {a.Labels, b.Labels},
		"owners":             {a.OwnerReferences, b.OwnerReferences},
		"tolerations":        {a.Spec.Tolerations, b.Spec.Tolerations},
		"security context":   {a.Spec.SecurityContext, b.Spec.SecurityContext},
		"grace period":       {a.Spec.TerminationGracePeriodSeconds, b.Spec.TerminationGracePeriodSeconds},
		"environment":        {a.Spec.Containers[0].Env, b.Spec.Containers[0].Env},
		"requests":           {a.Spec.Containers[0].Resources.Requests, b.Spec.Containers[0].Resources.Requests},
		"probe":              {a.Spec.Containers[0].ReadinessProbe, b.Spec.Containers[0].ReadinessProbe},
		"managed fields":     {a.ManagedFields[0].FieldsV1, b.ManagedFields[0].FieldsV1},
		"a container's init": {a.Spec.InitContainers, b.Spec.InitContainers},
	} {
		if !shared(pair[0], pair[1]) {
			t.Errorf("the siblings' %s are two copies", name)
		}
	}
	for name, pair := range map[string][2]any{
		"containers":    {a.Spec.Containers, b.Spec.Containers},
		"volume mounts": {a.Spec.Containers[0].VolumeMounts, b.Spec.Containers[0].VolumeMounts},
	} {
		if shared(pair[0], pair[1]) {
			t.Errorf("the siblings' %s are the same, though they differ", name)
		}
	}
}

// An append to a shared slice must not reach its siblings.
func TestSharedSlicesHaveNoRoom(t *testing.T) {
	uncollected(t)
	pods := decodedSiblings(t, encoded.New(encoded.Options{}), aPod(t), 3)
	for _, p := range pods[1:] {
		if n, room := len(p.Spec.Tolerations), cap(p.Spec.Tolerations); n == 0 || room > n {
			t.Errorf("%d tolerations with room for %d", n, room)
		}
	}
}

// What is an object's own is not kept, however often it comes again in later versions.
func TestOwnPartsAreNotKept(t *testing.T) {
	uncollected(t)
	d := encoded.New(encoded.Options{})
	b := encode(t, siblingOf(aPod(t), 0))
	var versions []object
	for range 50 {
		versions = append(versions, decode(t, d, &corev1.Pod{}, b))
	}
	if s := d.Stats(); s.Parts > 0 {
		t.Errorf("%+v after one Pod in %d versions: want no part kept", s, len(versions))
	}
}

// Beyond the bound objects are decoded as ever.
func TestBoundOfBytes(t *testing.T) {
	const most = 4 << 10
	d := encoded.New(encoded.Options{MaxBytes: most})
	for i, o := range population() {
		o = o.DeepCopyObject().(object)
		for j := range 3 {
			o.SetUID(types.UID("uid-" + strconv.Itoa(3*i+j)))
			b := encode(t, o)
			equal(t, decode(t, d, o, b), plain(t, o, b))
		}
	}
	if s := d.Stats(); s.Bytes > most || s.Bytes < most/2 {
		t.Errorf("%d bytes are kept, want nearly %d", s.Bytes, most)
	}
}

func TestDecodeSaysWhatItCannotDecode(t *testing.T) {
	d := encoded.New(encoded.Options{})
	if err := d.Decode(nil, (*corev1.Pod)(nil)); err == nil {
		t.Error("a nil pointer is accepted")
	}
	if err := d.Decode(nil, &unstructured.Unstructured{}); err == nil {
		t.Error("an object without protobuf form is accepted")
	}
}
