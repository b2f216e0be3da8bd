package e2e_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// judged is a Pod with something of everything that a form may get wrong.
func judged() *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "ns", Name: "a", ResourceVersion: "7", Annotations: map[string]string{"kept": "1", corev1.LastAppliedConfigAnnotation: "{}"},
			ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "m", FieldsV1: metav1.NewFieldsV1(`{"f:spec":{}}`)}},
		},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Resources: corev1.ResourceRequirements{
			Limits: corev1.ResourceList{"cpu": resource.MustParse("1")}}}}},
	}
}

// held is an informer of a form in whose store lies one Pod, which its handler was shown.
func held(f form, pod *corev1.Pod) *holder {
	inf := cache.NewSharedIndexInformer(&cache.ListWatch{}, &corev1.Pod{}, 0, cache.Indexers{})
	if err := inf.GetStore().Add(pod); err != nil {
		panic(err) // it has a name
	}
	h := &holder{form: &f, kind: richKind{kind: pods}, informer: inf, history: newHistory(), versions: map[string]shown{}}
	h.keep(pod)
	return h
}

// The judge of the forms sees what it is there for, and names the place.
func TestFormsJudgeSees(t *testing.T) {
	lossless, lean := form{name: "f", view: typedView, claim: deeply}, form{name: "f", view: typedView, claim: deeply, strips: true}
	lax := lossless
	lax.claim = semantically
	for i, c := range []struct {
		form   form
		change func(p *corev1.Pod)
		want   []string // parts of problems; none: nothing is wrong
	}{
		{lossless, func(*corev1.Pod) {}, nil},
		{lossless, func(p *corev1.Pod) { p.Annotations["kept"] = "2" }, []string{`metadata.annotations["kept"]`, "its encoding"}},
		{lossless, func(p *corev1.Pod) { p.Labels = map[string]string{} }, []string{"client-go's at metadata.labels"}},
		{lossless, func(p *corev1.Pod) { _ = p.Spec.Containers[0].Resources.Limits.Cpu().String() }, nil},
		{lossless, func(p *corev1.Pod) { p.ManagedFields = nil }, []string{"metadata.managedFields"}},
		{lossless, func(p *corev1.Pod) { p.Spec.Containers[0].Resources.Limits["cpu"] = resource.MustParse("1000m") },
			[]string{"a place that only reflect.DeepEqual sees"}},
		{lax, func(p *corev1.Pod) { p.Labels = map[string]string{} }, nil},
		{lean, func(*corev1.Pod) {}, []string{"metadata.annotations", "its encoding"}},
		{lean, func(p *corev1.Pod) { p.ManagedFields = nil; delete(p.Annotations, corev1.LastAppliedConfigAnnotation) }, nil},
		{lean, func(p *corev1.Pod) { p.ManagedFields, p.Annotations = nil, nil }, []string{`metadata.annotations["kept"]`}},
	} {
		encoding, err := judged().Marshal()
		must(t, err)
		server := map[string]truth{"ns/a": {judged(), encoding}}
		pod := judged()
		c.change(pod)
		h, reference := held(c.form, pod), held(lossless, judged())
		said := strings.Join(append(h.stored(server, reference), h.wasShown(reference)...), "\n")
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("case %d: %q is not in what the judge says:\n%s", i, want, said)
			}
		}
		if len(c.want) == 0 && said != "" {
			t.Errorf("case %d: the judge says\n%s", i, said)
		}
	}

	changed := held(lossless, judged())
	changed.versions["ns/a at version 7"].object.(*corev1.Pod).Spec.Containers[0].Name = "x"
	if said := strings.Join(changed.wasShown(changed), "\n"); !strings.Contains(said, "when the handler got it at spec.containers[0].name") {
		t.Errorf("an old version was changed, and the judge says %q", said)
	}
	if said := strings.Join(held(lossless, judged()).stored(map[string]truth{"ns/b": {}}, changed), "\n"); !strings.Contains(said, "has no ns/b") {
		t.Errorf("an object is missing, and the judge says %q", said)
	}
}
