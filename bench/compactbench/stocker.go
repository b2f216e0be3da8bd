package compactbench

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/bench/loopback"
	"informerbench/workload"
	"informerbench/workload/apiserver"
)

// stocker makes a stock.
type stocker struct {
	encoder *apiserver.Encoder
	scratch []byte
	shelf   shelf
	stock   *stock
	digests map[string]uint64 // of what is there, by key
	changed map[string][]byte // the last frame of each key that an event was about; nil: deleted
}

// moving is a population with events. They come first, since they need all pods; after that each pod goes when it
// is encoded.
func (b *stocker) moving(ctx context.Context, c Corpus) error {
	population, err := workload.Generate(ctx, c.population())
	if err != nil {
		return err
	}
	pods := podsOf(population)
	for _, pod := range pods {
		b.digests[keyOf(pod)] = b.expect(pod)
	}
	if err := b.play(ctx, workload.NewStream(population, workload.Churn, seed), c.Events); err != nil {
		return err
	}
	return b.states(ctx, pods)
}

// still is a population without events. Each pod is encoded when it is made, so that its size is bounded by that of its bytes.
func (b *stocker) still(ctx context.Context, c Corpus) error {
	type keyed struct {
		key   string
		frame []byte
	}
	var all []keyed
	err := workload.Each(ctx, c.population(), func(o runtime.Object) error {
		pod := o.(*corev1.Pod)
		frame, err := b.frame(watch.Added, pod)
		b.expect(pod)
		all = append(all, keyed{keyOf(pod), frame})
		return err
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(x, y keyed) int { return cmp.Compare(x.key, y.key) })
	for _, one := range all {
		b.stock.first = append(b.stock.first, one.frame)
	}
	b.stock.last = b.stock.first
	return nil
}

// expect notes what the handler will be told of a pod of the first state, and returns its digest.
func (b *stocker) expect(pod *corev1.Pod) uint64 {
	d := loopback.Digest(pod)
	b.stock.outlook.Initial.Added.Add(d)
	return d
}

// play encodes events and notes what the handler will be told of them.
func (b *stocker) play(ctx context.Context, events *workload.Stream, n int) error {
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := events.Next()
		pod, ok := e.Object.(*corev1.Pod)
		if !ok {
			return fmt.Errorf("an event of a churn of pods is about a %T", e.Object)
		}
		frame, err := b.frame(e.Type, pod)
		if err != nil {
			return err
		}
		b.stock.events = append(b.stock.events, frame)
		b.tell(e.Type, pod, frame)
	}
	return nil
}

func (b *stocker) tell(kind watch.EventType, pod *corev1.Pod, frame []byte) {
	key, d, told := keyOf(pod), loopback.Digest(pod), &b.stock.outlook.Churn
	switch kind {
	case watch.Added:
		told.Added.Add(d)
	case watch.Modified:
		told.Updated.Add(loopback.UpdateDigest(b.digests[key], d))
	case watch.Deleted:
		told.Deleted.Add(d)
		delete(b.digests, key)
		b.changed[key] = nil
		return
	}
	b.digests[key], b.changed[key] = d, frame
}

// states encodes the pods, which it lets go one by one, and finds out what is there after the events.
func (b *stocker) states(ctx context.Context, pods []*corev1.Pod) error {
	after := b.changed
	for i, pod := range pods {
		if err := ctx.Err(); err != nil {
			return err
		}
		frame, err := b.frame(watch.Added, pod)
		if err != nil {
			return err
		}
		pods[i] = nil
		b.stock.first = append(b.stock.first, frame)
		if key := keyOf(pod); !has(after, key) {
			after[key] = frame
		}
	}
	for _, key := range slices.Sorted(maps.Keys(after)) {
		if frame := after[key]; frame != nil {
			b.stock.last = append(b.stock.last, frame)
		}
	}
	return nil
}

func has(m map[string][]byte, key string) bool {
	_, ok := m[key]
	return ok
}

// frame encodes an event, and keeps it.
func (b *stocker) frame(kind watch.EventType, pod *corev1.Pod) ([]byte, error) {
	var err error
	if b.scratch, err = b.encoder.AppendFrame(b.scratch[:0], watch.Event{Type: kind, Object: pod}); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", keyOf(pod), err)
	}
	return b.shelf.put(b.scratch), nil
}
