package compact_test

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/workload"
)

// withoutToken strips the volume of a Pod's own that the API server adds for the token of its service account.
var withoutToken = compact.StripOptions{Paths: compact.TokenVolumePaths()}

// without returns the values that are left, nil if none are.
func without[T any](all []T, name func(T) string) (left []T) {
	for _, v := range all {
		if !strings.HasPrefix(name(v), "kube-api-access-") {
			left = append(left, v)
		}
	}
	return left
}

func strippedByHand(p *corev1.Pod) *corev1.Pod {
	p = p.DeepCopy()
	p.ManagedFields = nil
	p.Spec.Volumes = without(p.Spec.Volumes, func(v corev1.Volume) string { return v.Name })
	for _, containers := range [][]corev1.Container{p.Spec.InitContainers, p.Spec.Containers} {
		for i := range containers {
			containers[i].VolumeMounts = without(containers[i].VolumeMounts, func(m corev1.VolumeMount) string { return m.Name })
		}
	}
	return p
}

func TestTokenVolumesGo(t *testing.T) {
	s := newStripper(t, withoutToken)
	if err := s.Check(&corev1.Pod{}); err != nil {
		t.Fatal(err)
	}
	pods := population(t, workload.Pods, 12)
	for _, o := range pods {
		typed, dynamic := received(t, o).(*corev1.Pod), asUnstructured(t, o)
		transform(t, s, typed)
		transform(t, s, dynamic)
		want := strippedByHand(o.(*corev1.Pod))
		mustEqual(t, typed, want)
		back := &corev1.Pod{}
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(dynamic.Object, back); err != nil {
			t.Fatal(err)
		}
		mustEqual(t, back, want)
	}
	removed := s.Stats().Removed[2:]
	for i, each := range []uint64{1, 1, 3} { // of a Pod, typed and unstructured
		if want := 2 * each * uint64(len(pods)); removed[i].Values != want || removed[i].Bytes == 0 {
			t.Errorf("%s: %d values were removed, with %d bytes; want %d values", removed[i].Path, removed[i].Values, removed[i].Bytes, want)
		}
	}
}

// withToken gives a Pod what admission adds: a volume with a name of its own, mounted last.
func withToken(p *corev1.Pod) *corev1.Pod {
	name := "kube-api-access-" + p.Name
	mount := corev1.VolumeMount{Name: name, ReadOnly: true, MountPath: "/var/run/secrets/kubernetes.io/serviceaccount"}
	p.Spec.Volumes = append(p.Spec.Volumes, corev1.Volume{Name: name})
	app := p.Spec.Containers[0]
	app.VolumeMounts = []corev1.VolumeMount{{Name: "config", MountPath: "/etc"}, mount}
	side := corev1.Container{Name: "side", VolumeMounts: []corev1.VolumeMount{mount}}
	start := corev1.Container{Name: "start", VolumeMounts: []corev1.VolumeMount{mount}}
	p.Spec.Containers, p.Spec.InitContainers = []corev1.Container{app, side}, []corev1.Container{start}
	return p
}

// Without the names that differ, the arrays are shared as a whole.
func TestWithoutTokensContainersAreShared(t *testing.T) {
	chain := compact.Chain(newStripper(t, withoutToken), compact.NewSharer(compact.ShareOptions{}))
	var pods []*corev1.Pod
	for i := range 3 {
		o, err := chain(received(t, withToken(replica(t, "rs", fmt.Sprint(i)))))
		if err != nil {
			t.Fatal(err)
		}
		pods = append(pods, o.(*corev1.Pod))
	}
	for _, p := range pods[1:] {
		if !sameSlice(p.Spec.Containers, pods[0].Spec.Containers) || !sameSlice(p.Spec.InitContainers, pods[0].Spec.InitContainers) ||
			!sameSlice(p.Spec.Volumes, pods[0].Spec.Volumes) {
			t.Error("arrays that are equal are not shared")
		}
	}
}
