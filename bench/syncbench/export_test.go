package syncbench

import (
	"context"
	"io"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Jobs describes what a run does, in order.
func (r *Run) Jobs() (out []string) {
	for _, j := range r.jobs() {
		out = append(out, j.String())
	}
	return out
}

// PartsWithin tells which parts a run measures if each of its processes takes so long.
func (r *Run) PartsWithin(each time.Duration) (parts []Part) {
	now := time.Now()
	b := r.newBudget(func() time.Time { return now })
	for _, j := range r.jobs() {
		if b.Leave(j) {
			continue
		}
		if !slices.Contains(parts, j.part) {
			parts = append(parts, j.part)
		}
		if j.corpus.Pods >= r.Pods {
			now = now.Add(each)
		}
		b.Took(j, each)
	}
	return parts
}

// RunSpoiled measures client-go's informer with something between it and the server.
func (p Process) RunSpoiled(ctx context.Context, spoil func(cache.ListerWatcher) cache.ListerWatcher, out io.Writer) error {
	return p.run(ctx, Subject{Name: "spoiled", new: func(s *sources, indexers cache.Indexers) (cache.SharedIndexInformer, error) {
		lw, err := s.listerWatcher()
		return cache.NewSharedIndexInformer(spoil(lw), s.example(), 0, indexers), err
	}}, out)
}

// SpoilLists changes every list before the informer gets it, and lets it not stream.
func SpoilLists(change func([]corev1.Pod) []corev1.Pod) func(cache.ListerWatcher) cache.ListerWatcher {
	return func(lw cache.ListerWatcher) cache.ListerWatcher {
		whole := cache.ToListerWatcherWithContext(lw)
		return listsOnly{&cache.ListWatch{
			ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
				list, err := whole.ListWithContext(ctx, o)
				if pods, ok := list.(*corev1.PodList); ok {
					pods.Items = change(pods.Items)
				}
				return list, err
			},
			WatchFuncWithContext: whole.WatchWithContext,
		}}
	}
}

type listsOnly struct{ *cache.ListWatch }

func (listsOnly) IsWatchListSemanticsUnSupported() bool { return true }

// Poll reads the first of these keys, or more of them.
func Poll(store cache.Indexer, keys []string) error {
	_, _, err := startPoller(store, keys).finish()
	return err
}
