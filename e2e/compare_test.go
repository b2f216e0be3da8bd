package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// consistentList asks the server for what there is now; it is not answered from an older state.
func consistentList(ctx context.Context, k kind, config *rest.Config, namespace string) (map[string]runtime.Object, error) {
	lw, err := plain(k, config, namespace)
	if err != nil {
		return nil, err
	}
	return listAll(ctx, lw)
}

// listAll lists, and returns the objects by key.
func listAll(ctx context.Context, lw cache.ListerWatcher) (map[string]runtime.Object, error) {
	list, err := cache.ToListerWatcherWithContext(lw).ListWithContext(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	all := map[string]runtime.Object{}
	err = meta.EachListItem(list, func(o runtime.Object) error {
		key, err := cache.MetaNamespaceKeyFunc(o)
		all[key] = o
		return err
	})
	return all, err
}

// sameAs compares a store with what the server has, each object in full.
func sameAs(store cache.Store, want map[string]runtime.Object) error {
	var differences []error
	have := store.ListKeys()
	for _, key := range have {
		if _, ok := want[key]; !ok {
			differences = append(differences, fmt.Errorf("the store has %s, which is gone", key))
		}
	}
	for key, object := range want {
		got, ok, err := store.GetByKey(key)
		switch {
		case err != nil:
			return err
		case !ok:
			differences = append(differences, fmt.Errorf("the store has no %s", key))
		case !equality.Semantic.DeepEqual(got, object):
			differences = append(differences, fmt.Errorf("%s differs: %s in the store, %s on the server", key, versionOf(got), versionOf(object)))
		}
	}
	if len(differences) == 0 {
		return nil
	}
	return fmt.Errorf("%d differences between %d objects in the store and %d on the server: %w",
		len(differences), len(have), len(want), errors.Join(differences[:min(len(differences), 5)]...))
}

func versionOf(object any) string {
	m, err := meta.Accessor(object)
	if err != nil {
		return err.Error()
	}
	return m.GetResourceVersion()
}

// converge waits until each informer's store is what the server has, and judges the histories. Nobody
// may write meanwhile; c's list is asked for again each time all the same.
func converge(t *testing.T, config *rest.Config, subjects ...*subject) {
	t.Helper()
	for _, s := range subjects {
		for _, f := range s.followers {
			defer f.explain(t, s.name)
			what := fmt.Sprintf("%s has the server's %s", s.name, f.kind.resource)
			var last map[string]runtime.Object
			await(t, what, func(ctx context.Context) (err error) {
				if last, err = consistentList(ctx, f.kind, config, metav1.NamespaceAll); err != nil {
					return err
				}
				return sameAs(f.informer.GetStore(), last)
			})
			final := versionsOf(last)
			// The calls come behind the store.
			await(t, what+", and its handler knows", func(context.Context) error { return f.history.arrived(final) })
			f.history.check(t, s.name)
		}
	}
}

// explain says what an informer was doing when the test failed.
func (f *follower) explain(t *testing.T, name string) {
	if !t.Failed() {
		return
	}
	stats, _ := f.stats()
	t.Logf("%s, %s: at version %s; %+v", name, f.kind.resource, f.informer.LastSyncResourceVersion(), stats)
	if f.kind.resource == pods.resource {
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
	}
}
