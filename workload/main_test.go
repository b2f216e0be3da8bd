package workload_test

import (
	"context"
	"testing"

	"go.uber.org/goleak"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func generate(t testing.TB, c workload.Config) *workload.Population {
	t.Helper()
	p, err := workload.Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// cluster generates all resources around some Pods.
func cluster(t testing.TB, seed uint64, pods int, profile workload.Profile) *workload.Population {
	t.Helper()
	return generate(t, workload.Config{Seed: seed, Objects: pods, Profile: profile, Resources: workload.Resources()})
}

func objectMeta(t testing.TB, o runtime.Object) (key string, m metav1.Object) {
	t.Helper()
	accessor, err := meta.Accessor(o)
	if err != nil {
		t.Fatal(err)
	}
	return accessor.GetNamespace() + "/" + accessor.GetName(), accessor
}
