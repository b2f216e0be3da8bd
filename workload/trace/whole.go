package trace

import (
	"context"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// WritePopulation writes all objects of a population in order of their resource
// versions. It ends with ctx's error when that ends first.
func WritePopulation(ctx context.Context, w io.Writer, p *workload.Population) error {
	t, err := NewWriter(w, Header{Kind: Population, Config: p.Config(), Resources: infos(p.Config().Resources)})
	if err != nil {
		return err
	}
	for _, r := range p.Config().Resources {
		for _, o := range p.Objects(r) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := t.Write(workload.Event{Resource: r, Type: watch.Added, Object: o}); err != nil {
				return err
			}
		}
	}
	return t.Close()
}

// WriteStream writes the first n events of the stream of a mix over a
// population. It ends with ctx's error when that ends first.
func WriteStream(ctx context.Context, w io.Writer, p *workload.Population, m workload.Mix, seed uint64, n int) error {
	t, err := NewWriter(w, Header{Kind: Stream, Config: p.Config(), Mix: m, StreamSeed: seed, Resources: infos(p.Config().Resources)})
	if err != nil {
		return err
	}
	s := workload.NewStream(p, m, seed)
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.Write(s.Next()); err != nil {
			return err
		}
	}
	return t.Close()
}

// ReadPopulation reads the objects of a population trace, by resource and in
// order of their resource versions.
func ReadPopulation(r io.Reader) (Header, map[workload.Resource][]runtime.Object, error) {
	t, err := NewReader(r)
	if err != nil {
		return Header{}, nil, err
	}
	if t.Header().Kind != Population {
		return t.Header(), nil, fmt.Errorf("a %s trace where a %s trace is needed", t.Header().Kind, Population)
	}
	objects := make(map[workload.Resource][]runtime.Object)
	for e, err := range t.All() {
		if err != nil {
			return t.Header(), nil, err
		}
		objects[e.Resource] = append(objects[e.Resource], e.Object)
	}
	return t.Header(), objects, nil
}

func infos(resources []workload.Resource) []ResourceInfo {
	var all []ResourceInfo
	for _, r := range resources {
		k, _ := workload.KindOf(r) // a population has no others
		all = append(all, InfoOf(k))
	}
	return all
}
