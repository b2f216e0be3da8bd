package informer_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
)

// asked is a script that keeps the options of its lists and watches.
type asked struct {
	*script
	mu             sync.Mutex
	lists, watches []metav1.ListOptions
}

func (a *asked) List(o metav1.ListOptions) (runtime.Object, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lists = append(a.lists, o)
	return a.script.List(o)
}

func (a *asked) Watch(o metav1.ListOptions) (watch.Interface, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.watches = append(a.watches, o)
	return a.script.Watch(o)
}

// runConfig runs a controller of the config with a source that lists in pages, until
// the test's bubble ends.
func runConfig(t *testing.T, change func(*cache.Config), o ...informer.Option) *asked {
	source := &asked{script: withPods(1)}
	config := cache.Config{
		ListerWatcher: source, ObjectType: &corev1.Pod{}, Process: func(any, bool) error { return nil },
	}
	change(&config)
	c := informer.New(&config, append(o, informer.WithListMode(reflector.ListPaged))...)
	(&pipeline{controller: c}).run(t, t.Context())
	return source
}

// A field that client-go adds to its config must be looked at here.
func TestEveryFieldOfTheConfigIsKnown(t *testing.T) {
	known := []string{"Queue", "ListerWatcher", "Process", "ProcessBatch", "ObjectType", "ObjectDescription",
		"FullResyncPeriod", "MinWatchTimeout", "ShouldResync", "WatchErrorHandler", "WatchErrorHandlerWithContext", "WatchListPageSize"}
	for f := range reflect.TypeFor[cache.Config]().Fields() {
		if !slices.Contains(known, f.Name) {
			t.Errorf("what does field %s of client-go's config mean for ours?", f.Name)
		}
	}
}

func TestConfigSetsTheLeastWatchTimeout(t *testing.T) {
	for what, c := range map[string]struct {
		field  time.Duration
		option []informer.Option
		least  int64
	}{
		"default":                       {0, nil, 300},
		"longer":                        {time.Hour, nil, 3600},
		"shorter is raised":             {time.Minute, nil, 300},
		"shorter by our option is kept": {time.Hour, []informer.Option{informer.WithMinWatchTimeout(time.Minute)}, 60},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := runConfig(t, func(config *cache.Config) { config.MinWatchTimeout = c.field }, c.option...)
				if got := *source.watches[0].TimeoutSeconds; got < c.least || got > 2*c.least {
					t.Errorf("asked for %d seconds, want %d to twice as many", got, c.least)
				}
			})
		})
	}
}

func TestConfigSetsThePageSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := runConfig(t, func(config *cache.Config) { config.WatchListPageSize = 7 })
		if got := source.lists[0].Limit; got != 7 {
			t.Errorf("asked for pages of %d", got)
		}
	})
}

// What is done when the source fails or is silent: each option in the time that it sets.
func TestOptionsOfFailureReachTheReflector(t *testing.T) {
	internal := apierrors.NewInternalError(errors.New("no storage"))
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for what, c := range map[string]struct {
		option       informer.Option
		list, watch  func(context.Context) error
		after        time.Duration
		lists, tries int // list requests and watches until then
	}{
		"backoff": {informer.WithBackoff(reflector.Backoff{Initial: time.Minute, Jitter: -1}),
			func(context.Context) error { return internal }, nil, 150 * time.Second, 3, 0},
		"list timeout": {informer.WithListTimeout(10 * time.Second), hang, nil, 12 * time.Second, 2, 0},
		"overtime":     {informer.WithWatchOvertime(time.Second), nil, nil, 10*time.Minute + 2*time.Second, 1, 2},
		"internal errors": {informer.WithMaxInternalErrorRetryDuration(time.Hour),
			nil, func(context.Context) error { return internal }, 10 * time.Minute, 1, 8},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var lists, watches atomic.Int64
				fails := func(ctx context.Context, n *atomic.Int64, how func(context.Context) error) error {
					if n.Add(1); how != nil {
						return how(ctx)
					}
					return nil
				}
				lw := &cache.ListWatch{
					ListWithContextFunc: func(ctx context.Context, _ metav1.ListOptions) (runtime.Object, error) {
						return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "7"}}, fails(ctx, &lists, c.list)
					},
					WatchFuncWithContext: func(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
						return watch.NewFake(), fails(ctx, &watches, c.watch)
					},
				}
				config := cache.Config{ListerWatcher: lw, ObjectType: &corev1.Pod{}, Process: func(any, bool) error { return nil },
					WatchErrorHandler: func(*cache.Reflector, error) {}}
				controller := informer.New(&config, c.option, informer.WithListMode(reflector.ListPaged))
				(&pipeline{controller: controller}).run(t, t.Context())
				time.Sleep(c.after)
				synctest.Wait()
				if l, w := int(lists.Load()), int(watches.Load()); l != c.lists || w < c.tries {
					t.Errorf("%d lists and %d watches after %v, want %d and at least %d", l, w, c.after, c.lists, c.tries)
				}
			})
		})
	}
}

func TestConfigResyncsWhenItShould(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var checks, resyncs int
		runConfig(t, func(config *cache.Config) {
			config.FullResyncPeriod = time.Minute
			config.ShouldResync = func() bool { checks++; return checks%2 == 0 }
			config.Process = func(obj any, _ bool) error {
				if obj.(cache.Deltas)[0].Type == cache.SyncAll {
					resyncs++
				}
				return nil
			}
		})
		time.Sleep(10*time.Minute + time.Second)
		synctest.Wait()
		if checks != 10 || resyncs != 5 {
			t.Errorf("%d checks and %d resyncs in ten minutes", checks, resyncs)
		}
	})
}

// The handler without a context goes first, as in client-go; both get a reflector with
// a name, which client-go's default handler can use.
func TestConfigReportsWatchErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down, plain, withContext := errors.New("down"), 0, 0
		h := func(ctx context.Context, r *cache.Reflector, err error) {
			if r.Name() == "" || r.TypeDescription() != "Pods of the test" || !errors.Is(err, down) {
				t.Errorf("reflector %q of %q: %v", r.Name(), r.TypeDescription(), err)
			}
			cache.DefaultWatchErrorHandler(ctx, r, err)
		}
		change := func(config *cache.Config) {
			failing := withPods(1)
			failing.failWith(down)
			config.ListerWatcher = failing
			config.ObjectDescription = "Pods of the test"
			config.WatchErrorHandlerWithContext = func(ctx context.Context, r *cache.Reflector, err error) { withContext++; h(ctx, r, err) }
		}
		runConfig(t, change)
		runConfig(t, func(config *cache.Config) {
			change(config)
			config.WatchErrorHandler = func(r *cache.Reflector, err error) { plain++; h(context.Background(), r, err) }
		})
		if plain == 0 || withContext == 0 {
			t.Errorf("%d calls without, %d with a context", plain, withContext)
		}
	})
}

func TestConfigWithoutProcessIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	informer.New(&cache.Config{ListerWatcher: newScript()})
}

// client-go's constructors of an informer with one handler.
func TestInformersWithOneHandler(t *testing.T) {
	named := func(obj any) (any, error) {
		p := obj.(*corev1.Pod).DeepCopy()
		p.Labels = map[string]string{"colour": "transformed"}
		return p, nil
	}
	colour := cache.Indexers{"colour": byLabel("colour")}
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		for what, build := range map[string]func(*script, *recorder) (cache.Store, cache.Controller){
			"NewInformer": func(s *script, r *recorder) (cache.Store, cache.Controller) {
				return informer.NewInformer(s, &corev1.Pod{}, time.Minute, r, o...)
			},
			"NewIndexerInformer": func(s *script, r *recorder) (cache.Store, cache.Controller) {
				return informer.NewIndexerInformer(s, &corev1.Pod{}, time.Minute, r, colour, o...)
			},
			"NewTransformingInformer": func(s *script, r *recorder) (cache.Store, cache.Controller) {
				return informer.NewTransformingInformer(s, &corev1.Pod{}, time.Minute, r, named, o...)
			},
			"NewTransformingIndexerInformer": func(s *script, r *recorder) (cache.Store, cache.Controller) {
				return informer.NewTransformingIndexerInformer(s, &corev1.Pod{}, time.Minute, r, colour, named, o...)
			},
		} {
			source, r := withPods(2), newRecorder()
			store, controller := build(source, r)
			stop := (&pipeline{controller: controller}).run(t, t.Context())
			source.delete(podName(0))
			source.put("new")
			time.Sleep(time.Minute + time.Second)
			synctest.Wait()
			want := []string{podKey(0) + ": initial 1", podKey(1) + ": initial 2", podKey(0) + ": delete 3", "ns/new: add 4", podKey(1) + ": update 2→2", "ns/new: update 4→4"}
			got := r.calls()
			if len(got) == len(want) {
				slices.Sort(got[4:]) // a resync has no order
				slices.Sort(want[4:])
			}
			if !slices.Equal(got, want) || !controller.HasSynced() {
				t.Errorf("%s: got %q, want %q", what, got, want)
			}
			if keys := store.ListKeys(); len(keys) != 2 {
				t.Errorf("%s: the store has %q", what, keys)
			}
			if i, ok := store.(cache.Indexer); !ok {
				t.Errorf("%s: the store is no indexer", what)
			} else if what == "NewTransformingIndexerInformer" {
				if found, err := i.ByIndex("colour", "transformed"); err != nil || len(found) != 2 {
					t.Errorf("%s: %d found, %v", what, len(found), err)
				}
			}
			stop()
		}
	})
}
