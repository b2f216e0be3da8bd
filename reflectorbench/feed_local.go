package reflectorbench

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
	"informerbench/workload/source"
)

// localFeed is a source in this process.
type localFeed struct {
	src   *source.Source
	of    []workload.Kind
	tape  tape
	sized size
	// models is one object of each resource, to make the sentinel from.
	models map[workload.Resource]runtime.Object
}

// generateGC is GOGC while a population is generated: nearly all of it stays, so collecting
// while it grows finds nothing.
const generateGC = 400

// generating makes one generation at a time. GOGC is the process's: of two that overlap,
// the second would take the first one's setting for the one to restore, and every
// phase after would run with it.
var generating sync.Mutex

func generate(ctx context.Context, c Cell) (*workload.Population, error) {
	generating.Lock()
	defer generating.Unlock()
	percent := debug.SetGCPercent(generateGC)
	defer debug.SetGCPercent(percent)
	return population(ctx, c)
}

func newLocalFeed(ctx context.Context, c Cell) (*localFeed, error) {
	if c.replays() {
		return newTraceFeed(ctx, c)
	}
	// The objects' own weight needs no second collection: generating them leaves
	// nothing in pools or behind finalizers, and at a million objects one takes a second.
	var before, after uint64
	if c.takes(MeasureHeap) {
		before = collect()
	}
	pop, err := generate(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.takes(MeasureHeap) {
		after = collect() // before the source has it: only the objects
	}
	// The log holds every event of the run: a source that forgets while the
	// pipeline lags would turn a throughput into a relist.
	f := &localFeed{
		src:  source.New(source.Options{LogCapacity: c.totalEvents()}),
		of:   c.mixKinds(),
		tape: &generatedTape{c, workload.NewStream(pop, c.Mix, c.streamSeed())},
	}
	if err := f.load(pop.Objects, after-min(before, after)); err != nil {
		return nil, err
	}
	return f, nil
}

// load fills the source; bytes is what the objects weigh.
func (f *localFeed) load(objects func(workload.Resource) []runtime.Object, bytes uint64) error {
	f.sized.bytes, f.models = bytes, map[workload.Resource]runtime.Object{}
	for _, k := range f.of {
		all := objects(k.Resource)
		if err := f.src.Load(k.Resource, all); err != nil {
			return err
		}
		f.sized.objects = append(f.sized.objects, len(all))
		if len(all) > 0 {
			f.models[k.Resource] = all[0]
		}
	}
	return nil
}

// totalEvents is an upper bound of the events that a run sends.
func (c Cell) totalEvents() int {
	phases := latencyPhases + readPhases
	if c.Workers > 0 {
		phases += latencyPhases
	}
	return c.Events + phases*c.phaseEvents() + 1
}

// phaseEvents is how many events one phase's length holds at the cell's rate.
func (c Cell) phaseEvents() int { return max(int(c.Phase.Seconds()*float64(c.Rate)), 1) }

func (f *localFeed) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	return f.src.ListerWatcher(r), nil
}

func (f *localFeed) size(context.Context) (size, error) { return f.sized, nil }

func (f *localFeed) kinds() []workload.Kind { return f.of }

func (f *localFeed) note() string { return f.tape.note() }

func (f *localFeed) plays(m Measure) []int { return f.tape.plays(m) }

func (f *localFeed) prepare(n int) (batch, error) { return f.tape.next(n) }

func (f *localFeed) play(ctx context.Context, b batch, p pace, s *schedule) (time.Time, error) {
	if !p.full() {
		if s == nil {
			s = newSchedule(len(b.events), p)
		}
		return s.base, f.playOnTime(ctx, b.events, s)
	}
	i := 0
	next := func() workload.Event {
		i++
		return b.events[i-1]
	}
	start := time.Now()
	return start, workload.Play(ctx, next, len(b.events), 0, func(e workload.Event, _ time.Time) error {
		return f.src.Apply(e)
	})
}

func (f *localFeed) expire(_ context.Context, r workload.Resource) error {
	f.src.ExpireWatches(r)
	return nil
}

// sentinelName sorts behind every name and namespace that the generator makes.
const sentinelName = "zzzz-sentinel"

func (f *localFeed) sentinel(_ context.Context, r workload.Resource) (string, error) {
	model, ok := f.models[r]
	if !ok {
		return "", fmt.Errorf("%s: no object to make a sentinel of", r)
	}
	copied := model.DeepCopyObject()
	m, err := meta.Accessor(copied)
	if err != nil {
		return "", err
	}
	m.SetName(sentinelName)
	m.SetUID(types.UID(sentinelName))
	m.SetResourceVersion("") // the source stamps the next one
	if m.GetNamespace() != "" {
		m.SetNamespace(sentinelName)
	}
	return cache.MetaObjectToName(m).String(), f.src.Apply(workload.Event{Resource: r, Type: watch.Added, Object: copied})
}

func (f *localFeed) state(_ context.Context, r workload.Resource) (map[string]runtime.Object, error) {
	return f.src.Objects(r), nil
}

func (f *localFeed) identity() bool { return true }
func (f *localFeed) close() error   { return f.tape.close() }
