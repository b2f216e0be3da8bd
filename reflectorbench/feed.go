package reflectorbench

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// feed is the source of a run as the measuring process sees it: in the same process,
// or across HTTP.
type feed interface {
	// listerWatcher is what the pipeline lists and watches.
	listerWatcher(r workload.Resource) (cache.ListerWatcher, error)
	// size tells how many objects of each of the mix's resources there are and how much live
	// heap they take in this process once the pipeline holds them.
	size(ctx context.Context) (size, error)
	// prepare generates the next n events, outside of any timed part.
	prepare(n int) []workload.Event
	// play sends prepared events in order, at rate events a second or, for 0, at full speed.
	// It notes intended times in s unless that is nil, returns when all are sent,
	// and tells when it began.
	play(ctx context.Context, events []workload.Event, rate int, s *schedule) (time.Time, error)
	// expire ends the resource's running watches with a 410.
	expire(ctx context.Context, r workload.Resource) error
	// sentinel adds an object that sorts behind all others and returns its key.
	sentinel(ctx context.Context, r workload.Resource) (key string, err error)
	// state returns the source's objects by key.
	state(ctx context.Context, r workload.Resource) (map[string]runtime.Object, error)
	// identity tells whether the pipeline holds the very objects of state.
	identity() bool
	close() error
}

// size of a source. bytes is 0 when the cell does not ask for the Heap measure.
type size struct {
	objects []int // in the order of Mix.Resources
	bytes   uint64
}

// openFeed generates or connects to what the cell names.
func openFeed(ctx context.Context, c Cell) (feed, error) {
	switch {
	case c.Source == Memory:
		return newLocalFeed(ctx, c)
	case c.Source == Cluster:
		return newClusterFeed(c)
	case c.SourceURL != "":
		return newRemoteFeed(ctx, c, c.SourceURL, nil)
	case c.ServerExe != "":
		return startRemoteFeed(ctx, c)
	}
	return newLoopbackFeed(ctx, c)
}

// population generates the cell's initial objects; the same cell gives the same
// objects in whichever process it is called.
func population(ctx context.Context, c Cell) (*workload.Population, error) {
	return workload.Generate(ctx, c.populationConfig())
}

func (c Cell) populationConfig() workload.Config {
	return workload.Config{Seed: c.Seed, Objects: c.Objects, Profile: c.Profile, Resources: c.Mix.Resources()}
}

// streamSeed keeps the events' dice apart from the population's.
func (c Cell) streamSeed() uint64 { return c.Seed + 1 }
