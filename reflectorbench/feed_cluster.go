package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// errReadOnly: a real cluster is only listed and watched.
var errReadOnly = errors.New("source cluster: nothing is written to a real cluster")

// clusterFeed is a real cluster. Others write to it, so there are no events of ours.
type clusterFeed struct {
	cell   Cell
	client *httpClient
}

func newClusterFeed(c Cell) (*clusterFeed, error) {
	client, err := newClusterClient(c.Kubeconfig, c.mixKinds())
	if err != nil {
		return nil, err
	}
	return &clusterFeed{c, client}, nil
}

func (f *clusterFeed) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	return f.client.listerWatcher(r)
}

func (f *clusterFeed) size(ctx context.Context) (size, error) { return f.client.size(ctx, f.cell) }

func (f *clusterFeed) kinds() []workload.Kind { return f.cell.mixKinds() }

func (f *clusterFeed) note() string { return "" }

func (f *clusterFeed) plays(Measure) []int { return nil }

func (f *clusterFeed) prepare(int) (batch, error) { return batch{}, errReadOnly }

func (f *clusterFeed) play(context.Context, batch, pace, *schedule) (time.Time, error) {
	return time.Time{}, errReadOnly
}

func (f *clusterFeed) expire(context.Context, workload.Resource) error { return errReadOnly }

func (f *clusterFeed) sentinel(context.Context, workload.Resource) (string, error) {
	return "", errReadOnly
}

func (f *clusterFeed) state(ctx context.Context, r workload.Resource) (map[string]runtime.Object, error) {
	state, err := f.client.state(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("source cluster: %w", err)
	}
	return state, nil
}

func (f *clusterFeed) identity() bool { return false }

func (f *clusterFeed) close() error {
	f.client.close()
	return nil
}
