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
	// kinds are those of the run, the primary one first: each has a pipeline.
	kinds() []workload.Kind
	// note is what the reader of the results has to know of a trace; empty if nothing.
	note() string
	// listerWatcher is what the pipeline lists and watches.
	listerWatcher(r workload.Resource) (cache.ListerWatcher, error)
	// size tells how many objects of each kind there are and how much live
	// heap they take in this process once the pipeline holds them.
	size(ctx context.Context) (size, error)
	// plays tells how many events each play of one phase of a measure has.
	plays(m Measure) []int
	// prepare makes the next n events, outside of any timed part.
	prepare(n int) (batch, error)
	// play sends a prepared batch in order and in time. In an open loop it notes intended times in
	// s unless that is nil. It returns when all are sent, and tells when it began.
	play(ctx context.Context, b batch, p pace, s *schedule) (time.Time, error)
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
	objects []int // in the order of the feed's kinds
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
	settings, _ := c.settings() // Validate has reported what is wrong with them
	return workload.Config{Seed: c.Seed, Objects: c.Objects, Profile: c.Profile, Resources: c.resources(), Settings: settings}
}

// settings reads those of the generator; nil if there are none.
func (c Cell) settings() (*workload.Settings, error) {
	settings := &workload.Settings{}
	if c.Settings != "" {
		var err error
		if settings, err = workload.ReadSettings(c.Settings); err != nil {
			return nil, err
		}
	}
	if c.Namespaces != 0 {
		settings.Namespaces, settings.Objects = c.Namespaces, 0
	}
	if c.Settings == "" && c.Namespaces == 0 {
		return nil, nil
	}
	return settings, settings.Validate()
}

// mixKinds are the kinds that a generated run has.
func (c Cell) mixKinds() (kinds []workload.Kind) {
	for _, r := range c.resources() {
		k, _ := workload.KindOf(r)
		kinds = append(kinds, k)
	}
	return kinds
}

// streamSeed keeps the events' dice apart from the population's.
func (c Cell) streamSeed() uint64 { return c.Seed + 1 }
