package e2e_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/e2e/cluster"
	"informerbench/e2e/proxy"
	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores/mvcc"
)

// builder makes an informer of one kind over a source.
type builder func(lw cache.ListerWatcher, k kind) cache.SharedIndexInformer

func clientGo(lw cache.ListerWatcher, k kind) cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(lw, k.example(), 0, cache.Indexers{})
}

// ours is our informer over mvcc.
func ours(options ...informer.Option) builder {
	return func(lw cache.ListerWatcher, k kind) cache.SharedIndexInformer {
		return informer.NewSharedIndexInformer(lw, k.example(), 0, cache.Indexers{}, append(options, informer.WithStore(mvcc.New))...)
	}
}

// subject is one sort of informer, with one informer of each kind. It has a proxy to itself, and so
// one connection, since HTTP/2 carries all its requests.
type subject struct {
	name      string
	proxy     *proxy.Proxy
	followers []*follower
}

// follower is one informer and what its handler heard.
type follower struct {
	kind     kind
	informer cache.SharedIndexInformer
	history  *history
	synced   cache.InformerSynced
}

// newSubject starts a subject, which runs until the test ends.
func newSubject(t *testing.T, c *cluster.Cluster, name string, from source, build builder) *subject {
	t.Helper()
	p, err := proxy.Listen(c.Address())
	must(t, err)
	t.Cleanup(p.Close)
	s := &subject{name: name, proxy: p}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() { cancel(); running.Wait() })
	for _, k := range kinds {
		lw, err := from(k, c.ConfigAt(p.Address()), metav1.NamespaceAll)
		must(t, err)
		f, err := follow(lw, k, build)
		must(t, err)
		running.Go(func() { f.informer.RunWithContext(ctx) })
		s.followers = append(s.followers, f)
	}
	return s
}

func follow(lw cache.ListerWatcher, k kind, build builder) (*follower, error) {
	f := &follower{kind: k, informer: build(lw, k), history: newHistory()}
	registration, err := f.informer.AddEventHandler(f.history)
	if err != nil {
		return nil, err
	}
	f.synced = registration.HasSynced
	return f, nil
}

// hasSynced is for await.
func (s *subject) hasSynced(context.Context) error {
	for _, f := range s.followers {
		if !f.synced() {
			return fmt.Errorf("%s: the informer of %s has not synced", s.name, f.kind.resource)
		}
	}
	return nil
}

// stats has the counters of our reflector; client-go's has none.
func (f *follower) stats() (reflector.Stats, bool) {
	if i, ok := f.informer.(*informer.SharedInformer); ok {
		return i.Stats().Reflector, true
	}
	return reflector.Stats{}, false
}
