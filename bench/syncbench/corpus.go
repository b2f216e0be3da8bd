package syncbench

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"informerbench/workload"
)

// Form is in which encoding objects travel and as which type they arrive.
type Form string

const (
	// Typed pods in protobuf.
	Typed Form = "typed-protobuf"
	// Metadata of pods only, in protobuf.
	Metadata Form = "metadata-protobuf"
	// Unstructured pods, in JSON.
	Unstructured Form = "unstructured-json"
)

// Forms lists all forms.
func Forms() []Form { return []Form{Typed, Metadata, Unstructured} }

// Corpus is a population of pods in one form. It is what one server serves.
type Corpus struct {
	Pods    int
	Profile workload.Profile
	Form    Form
}

// Validate reports what there cannot be.
func (c Corpus) Validate() error {
	if !slices.Contains(Forms(), c.Form) {
		return fmt.Errorf("unknown form %q: want one of %v", c.Form, Forms())
	}
	return c.population().Validate()
}

func (c Corpus) population() workload.Config {
	return workload.Config{Seed: seed, Objects: c.Pods, Profile: c.Profile, Resources: []workload.Resource{workload.Pods}}
}

// accept is the header with which clients ask for the form.
func (f Form) accept() string {
	return map[Form]string{
		Typed:        "application/vnd.kubernetes.protobuf",
		Metadata:     "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
		Unstructured: "application/json",
	}[f]
}

// seed of all randomness.
const seed = 20261130

// pods makes the population, in the order of keys, as an API server lists it, and returns the
// highest version in it.
func (c Corpus) pods(ctx context.Context) ([]*corev1.Pod, uint64, error) {
	population, err := workload.Generate(ctx, c.population())
	if err != nil {
		return nil, 0, err
	}
	objects := population.Objects(workload.Pods)
	pods := make([]*corev1.Pod, len(objects))
	for i, o := range objects {
		pods[i] = o.(*corev1.Pod)
	}
	slices.SortFunc(pods, func(a, b *corev1.Pod) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return pods, population.Version(), nil
}
