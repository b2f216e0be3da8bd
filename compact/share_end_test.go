package compact_test

import (
	"fmt"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
)

// The mount that all containers of a Pod have is in memory once, although one of them has others before it.
func TestShorterSliceIsTheEndOfALongerOne(t *testing.T) {
	s := compact.NewSharer(compact.ShareOptions{})
	for i := range 3 { // the first has no sibling
		p := received(t, withToken(replica(t, "rs", fmt.Sprint(i)))).(*corev1.Pod)
		want := p.DeepCopy()
		shared(t, s, p)
		if !reflect.DeepEqual(p, want) {
			t.Fatalf("pod %d has changed:\n got %v\nwant %v", i, p, want)
		}
		app, side, start := p.Spec.Containers[0].VolumeMounts, p.Spec.Containers[1].VolumeMounts, p.Spec.InitContainers[0].VolumeMounts
		if !sameSlice(app[1:], side) || !sameSlice(side, start) {
			t.Errorf("pod %d has the mount of its token more than once", i)
		}
		if cap(side) != 1 || cap(start) != 1 {
			t.Errorf("pod %d has a shared slice with room to append to", i)
		}
	}
}

// A list that is in an object twice, once with less in front, at random.
func TestEndsAreSharedOnlyIfTheyAreEqual(t *testing.T) {
	d := newDrawer(t, 11)
	s := compact.NewSharer(compact.ShareOptions{})
	var got, want []runtime.Object
	for n := range 100 {
		p := &corev1.Pod{}
		p.Name, p.Namespace = fmt.Sprint("pod", n), "ns"
		for range 4 {
			c := corev1.Container{}
			for range d.IntN(4) {
				c.VolumeMounts = append(c.VolumeMounts, corev1.VolumeMount{Name: texts[d.IntN(3)], MountPath: texts[d.IntN(3)]})
			}
			p.Spec.Containers = append(p.Spec.Containers, c)
		}
		o := received(t, p)
		want = append(want, o.DeepCopyObject())
		got = append(got, shared(t, s, o))
	}
	for n := range got {
		if !reflect.DeepEqual(got[n], want[n]) {
			t.Fatalf("object %d has changed:\n got %v\nwant %v", n, got[n], want[n])
		}
	}
}

// Strip and share do together what strip does alone.
func TestStrippedAndSharedIsWhatWasStripped(t *testing.T) {
	options := broad
	options.Paths = append([]string{"spec.containers[*].volumeMounts[name=a*]", "spec.volumes[name=val*]", "metadata.ownerReferences[uid=owner*]"}, broad.Paths...)
	alone, chain := newStripper(t, options), compact.Chain(newStripper(t, options), compact.NewSharer(compact.ShareOptions{}))
	for i, kind := range kinds {
		t.Run(fmt.Sprintf("%T", kind), func(t *testing.T) {
			d := newDrawer(t, 100+uint64(i))
			var got, want []runtime.Object
			for n := range 8 {
				o := d.object(kind, fmt.Sprint("object", n))
				copied := o.DeepCopyObject()
				transform(t, alone, copied)
				want = append(want, copied)
				if _, err := chain(o); err != nil {
					t.Fatal(err)
				}
				got = append(got, o)
			}
			for n := range got {
				if !reflect.DeepEqual(got[n], want[n]) {
					t.Fatalf("object %d differs:\n got %v\nwant %v", n, got[n], want[n])
				}
			}
		})
	}
}
