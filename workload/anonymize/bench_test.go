package anonymize_test

import (
	"testing"

	"informerbench/workload"
	"informerbench/workload/anonymize"
)

// BenchmarkPods is what each event of a recording costs beside its encoding, and a copy.
func BenchmarkPods(b *testing.B) {
	pods := population(b, 1000).Objects(workload.Pods)
	a := anonymize.New(testKey)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		o := pods[i%len(pods)].DeepCopyObject()
		i++
		if err := a.Object(o); err != nil {
			b.Fatal(err)
		}
	}
}
