package resources_test

import (
	"context"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clienttesting "k8s.io/client-go/testing"

	"informerbench/adopt/resources"
	"informerbench/informer/factory"
)

// The tweak that client-go's constructors take reaches every request; without a filter
// there is none.
func TestTweak(t *testing.T) {
	red := func(o *metav1.ListOptions) { o.LabelSelector = "red" }
	for _, c := range []struct {
		name, want string
		factory    func(*testing.T) (anyFactory, *clienttesting.Fake)
	}{
		{"dynamic", "red", func(t *testing.T) (anyFactory, *clienttesting.Fake) {
			client := newDynamicClient(t)
			return resources.NewFilteredDynamicSharedInformerFactory(client, 0, "", red), &client.Fake
		}},
		{"dynamic, option", "red", func(t *testing.T) (anyFactory, *clienttesting.Fake) {
			client := newDynamicClient(t)
			return resources.NewDynamicSharedInformerFactory(client, 0, factory.WithTweakListOptions(red)), &client.Fake
		}},
		{"metadata", "red", func(t *testing.T) (anyFactory, *clienttesting.Fake) {
			client := newMetadataClient(t)
			return resources.NewFilteredMetadataSharedInformerFactory(client, 0, "", red), &client.Fake
		}},
		{"metadata, unfiltered", "", func(t *testing.T) (anyFactory, *clienttesting.Fake) {
			client := newMetadataClient(t)
			return resources.NewMetadataSharedInformerFactory(client, 0), &client.Fake
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, client := c.factory(t)
				f.ForResource(widgets)
				ctx, cancel := context.WithCancel(t.Context())
				f.Start(ctx.Done())
				synctest.Wait()
				cancel()
				f.Shutdown()
				if n := len(client.Actions()); n != 2 {
					t.Errorf("one list and one watch expected, got %v", client.Actions())
				}
				for _, a := range client.Actions() {
					if got := selector(a); got != c.want {
						t.Errorf("%s with selector %q, want %q", a.GetVerb(), got, c.want)
					}
				}
			})
		})
	}
}

func selector(a clienttesting.Action) string {
	switch a := a.(type) {
	case clienttesting.ListAction:
		return a.GetListRestrictions().Labels.String()
	case clienttesting.WatchAction:
		return a.GetWatchRestrictions().Labels.String()
	}
	return "neither a list nor a watch"
}
