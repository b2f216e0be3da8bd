package compact_test

import (
	"encoding/json"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/workload"
)

// broad strips something of every kind.
var broad = compact.StripOptions{
	Paths: []string{"spec.volumes[name=kube-api-access-*]", "spec.template.spec.volumes[name=c*]", "status.conditions[type=Containers*]", "spec.containers[*].env", "status.images", "status.conditions[type=Ready].message", "metadata.annotations", "spec.rules[*].headers",
		"spec.template.spec.containers[*].env", "endpoints[*].targetRef", "data[*]", "message"},
	Keep: []string{`metadata.annotations["checksum/config"]`, "metadata.managedFields[manager=kubelet]"},
}

// A typed object and its unstructured twin lose the same.
func TestTypedAndUnstructuredLoseTheSame(t *testing.T) {
	s := newStripper(t, broad)
	for r, objects := range cluster(t, 40) {
		if r == workload.Widgets {
			continue
		}
		for _, o := range objects {
			typed, dynamic := decoded(t, o), asUnstructured(t, o)
			transform(t, s, typed)
			transform(t, s, dynamic)
			back := r.New()
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(dynamic.Object, back); err != nil {
				t.Fatal(err)
			}
			mustEqual(t, typed, decoded(t, back))
			if t.Failed() {
				t.FailNow()
			}
		}
	}
	if changed := s.Stats().Changed; changed < 40 {
		t.Errorf("only %d objects were changed", changed)
	}
}

// An object that is stripped already may be in a cache: others read it while it comes
// again. The race detector proves that nothing is written.
func TestStrippedObjectsAreNotWrittenTo(t *testing.T) {
	s := newStripper(t, broad)
	for _, objects := range cluster(t, 20) {
		for _, o := range objects[:min(len(objects), 20)] {
			o = decoded(t, o)
			transform(t, s, o)
			want, err := json.Marshal(o)
			if err != nil {
				t.Fatal(err)
			}
			var readers sync.WaitGroup
			for range 3 {
				readers.Go(func() {
					if _, err := json.Marshal(o); err != nil {
						t.Error(err)
					}
				})
				readers.Go(func() { _, _ = s.Transform(o) })
			}
			readers.Wait()
			if got, _ := json.Marshal(o); string(got) != string(want) {
				t.Fatalf("it became\n%s\nwas\n%s", got, want)
			}
		}
	}
}
