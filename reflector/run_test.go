package reflector_test

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// rig is a reflector that runs in a bubble.
type rig struct {
	*reflector.Reflector
	over   over
	t      *testing.T
	source *script
	store  *recorder
	stop   context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	errors []error // what the watch error handler heard
}

// start runs a reflector until the test ends or stops it. It must be called in
// a bubble.
func start(t *testing.T, source *script, o reflector.Options) *rig {
	t.Helper()
	return startWith(t, source, newRecorder(), o)
}

func startWith(t *testing.T, source *script, store *recorder, o reflector.Options) *rig {
	t.Helper()
	return direct.startWith(t, source, store, o)
}

// start is start with a script behind this source.
func (over over) start(t *testing.T, source *script, o reflector.Options) *rig {
	t.Helper()
	return over.startWith(t, source, newRecorder(), o)
}

func (over over) startWith(t *testing.T, source *script, store *recorder, o reflector.Options) *rig {
	t.Helper()
	lw := over.connect(t, source)
	r := &rig{over: over, t: t, source: source, store: store, done: make(chan struct{})}
	quiet := klog.Logger{}
	o.Logger = &quiet
	if o.Rand == nil {
		o.Rand = func() float64 { return 0 }
	}
	o.WatchErrorHandler = func(_ context.Context, err error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.errors = append(r.errors, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r.stop = cancel
	r.Reflector = reflector.New(lw, store, onlyDrawn(t, o))
	go func() {
		defer close(r.done)
		r.Run(ctx)
	}()
	t.Cleanup(func() { r.stopWithin(time.Second) })
	synctest.Wait()
	return r
}

// runUntilStopped runs r and waits until it is quiet. The returned function
// stops it.
func runUntilStopped(t *testing.T, r *reflector.Reflector) (stop func()) {
	stop = run(t, r)
	synctest.Wait()
	return stop
}

// stopWithin stops the reflector and demands that Run returns within d, and
// that no stream is left open.
func (r *rig) stopWithin(d time.Duration) {
	r.t.Helper()
	begun := time.Now()
	r.stop()
	<-r.done
	if took := time.Since(begun); took > d {
		r.t.Errorf("stopping took %v, more than %v", took, d)
	}
	synctest.Wait()
	if n := r.source.leftOpen(); n > 0 {
		r.t.Errorf("%d streams left open after the stop", n)
	}
	if got := r.Stats().State; got != reflector.Stopped {
		r.t.Errorf("state after the stop is %v", got)
	}
}

// settle lets time pass and then waits until all is quiet.
func settle(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (r *rig) heard() []error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.errors)
}

// wantRequests compares what the script was asked for. client-go's REST client, which is
// under HTTP and wire, repeats what is refused with Retry-After by itself, ten times.
func (r *rig) wantRequests(want ...string) {
	r.t.Helper()
	got := r.source.log()
	if r.over.repeats && len(got) <= len(want)+10 {
		got, want = slices.Compact(got), slices.Compact(want)
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("requests are\n  %q, want\n  %q", got, want)
	}
}

func (r *rig) wantHistory(want ...string) {
	r.t.Helper()
	if got := r.store.history(); !slices.Equal(got, want) {
		r.t.Errorf("the store was told\n  %q, want\n  %q", got, want)
	}
}

func (r *rig) wantContent(want map[string]string) {
	r.t.Helper()
	if got := r.store.content(); !maps.Equal(got, want) {
		r.t.Errorf("the store holds %v, want %v", got, want)
	}
}

func (r *rig) wantVersion(want string) {
	r.t.Helper()
	if got := r.LastSyncResourceVersion(); got != want {
		r.t.Errorf("last version is %q, want %q", got, want)
	}
}

func (r *rig) wantState(want reflector.State) {
	r.t.Helper()
	if got := r.Stats().State; got != want {
		r.t.Errorf("state is %v, want %v", got, want)
	}
}

func (r *rig) wantRelists(want map[reflector.Reason]uint64) {
	r.t.Helper()
	if got := r.Stats().Relists; !maps.Equal(got, want) {
		r.t.Errorf("relists are %v, want %v", got, want)
	}
}

// paged are the options of a reflector that lists plainly.
func paged() reflector.Options { return reflector.Options{ListMode: reflector.ListPaged} }
