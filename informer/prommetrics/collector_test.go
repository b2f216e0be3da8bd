package prommetrics_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"

	"informerbench/informer"
	"informerbench/informer/prommetrics"
	"informerbench/reflector"
	"informerbench/stores/mvcc"
)

func TestMain(m *testing.M) {
	klog.SetLogger(textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(io.Discard))))
	utilruntime.ErrorHandlers = nil // one sleeps until a moment of the process's time, which a bubble is not in
	goleak.VerifyTestMain(m)
}

type object = metav1.PartialObjectMetadata

// source lists two objects, or fails, and watches what the test sends.
type source struct {
	down    atomic.Bool
	watcher *watch.FakeWatcher
}

func (s *source) List(metav1.ListOptions) (runtime.Object, error) {
	if s.down.Load() {
		return nil, errors.New("down")
	}
	return &metav1.PartialObjectMetadataList{
		ListMeta: metav1.ListMeta{ResourceVersion: "2"}, Items: []object{*named("a", "1"), *named("b", "2")},
	}, nil
}

func (s *source) Watch(metav1.ListOptions) (watch.Interface, error) { return s.watcher, nil }

func named(name, version string) *object {
	return &object{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: version}}
}

func newInformer(s *source, o ...informer.Option) cache.SharedIndexInformer {
	return informer.NewSharedIndexInformer(s, &object{}, 0, nil, append(o, informer.WithListMode(reflector.ListPaged))...)
}

func start(t *testing.T, inf cache.SharedIndexInformer) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); inf.RunWithContext(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	synctest.Wait()
}

// scrape gathers a registry as "name{label=value,...}" → value, and checks each series.
func scrape(t *testing.T, c prometheus.Collector) map[string]float64 {
	t.Helper()
	registry := prometheus.NewPedanticRegistry() // each scrape in a registry of its own
	registry.MustRegister(c)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, family := range families {
		for _, m := range family.Metric {
			var labels []string
			for _, l := range m.Label {
				labels = append(labels, l.GetName()+"="+l.GetValue())
			}
			series := strings.TrimPrefix(family.GetName(), "informerbench_") + "{" + strings.Join(labels, ",") + "}"
			got[series] = m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	return got
}

func expect(t *testing.T, got map[string]float64, want map[string]float64) {
	t.Helper()
	for series, v := range want {
		if g, ok := got[series]; !ok || g != v {
			t.Errorf("%s is %v (there: %v), want %v", series, g, ok, v)
		}
	}
}

func TestCollectorShowsAnInformer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &source{watcher: watch.NewFake()}
		s.down.Store(true)
		inf, gate := newInformer(s, informer.WithStore(mvcc.New), informer.WithStoreName("mvcc")), make(chan struct{})
		for range 2 {
			if _, err := inf.AddEventHandler(blocked{gate}); err != nil {
				t.Fatal(err)
			}
		}
		c := prommetrics.New()
		remove, err := c.Add("pods", inf)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, scrape(t, c), map[string]float64{
			"informer_info{informer=pods,store=mvcc}": 1, "informer_synced{informer=pods}": 0, "informer_objects{informer=pods}": 0,
		})
		start(t, inf)
		expect(t, scrape(t, c), map[string]float64{
			"informer_lists_total{informer=pods,mode=list}": 1, "informer_synced{informer=pods}": 0,
		})
		s.down.Store(false)
		synctest.Wait()
		// The reflector's pause after a failed list is the bubble's time.
		cache.WaitFor(t.Context(), "", inf.HasSyncedChecker())
		synctest.Wait()
		const handler = "handler=prommetrics_test.blocked,informer=pods"
		relisted := scrape(t, c)
		expect(t, relisted, map[string]float64{
			"informer_synced{informer=pods}":                           1,
			"informer_objects{informer=pods}":                          2,
			"informer_relists_total{informer=pods,reason=list-failed}": relisted["informer_lists_total{informer=pods,mode=list}"] - 1,
			"informer_process_errors_total{informer=pods}":             0,
			"informer_handlers{" + handler + "}":                       2,
			"informer_handlers_unsynced{" + handler + "}":              2,
			"informer_handler_pending_calls{" + handler + "}":          4,
			"informer_handler_coalesced_total{" + handler + "}":        0,
		})
		s.watcher.Modify(named("a", "3"))
		close(gate)
		synctest.Wait()
		expect(t, scrape(t, c), map[string]float64{
			"informer_handlers_unsynced{" + handler + "}":     0,
			"informer_handler_pending_calls{" + handler + "}": 0,
			"informer_events_total{informer=pods}":            1,
			"informer_bookmarks_total{informer=pods}":         0,
			"informer_resyncs_total{informer=pods}":           0,

			"informer_reflector_state{informer=pods,state=watching}":              1,
			"informer_list_fallbacks_total{informer=pods}":                        0,
			"informer_list_items_kept_total{informer=pods}":                       0,
			"informer_watch_troubles_total{informer=pods,trouble=short}":          0,
			"informer_watch_troubles_total{informer=pods,trouble=silent}":         0,
			"informer_watch_troubles_total{informer=pods,trouble=internal-error}": 0,
		})
		remove()
		remove()
		if left := scrape(t, c); len(left) != 0 {
			t.Errorf("after the removal there is %v", left)
		}
	})
}

type blocked struct{ gate chan struct{} }

func (b blocked) OnAdd(any, bool)   { <-b.gate }
func (b blocked) OnUpdate(_, _ any) {}
func (b blocked) OnDelete(any)      {}

func TestAddRefuses(t *testing.T) {
	c, s := prommetrics.New(), &source{}
	if _, err := c.Add("mine", newInformer(s)); err != nil {
		t.Fatal(err)
	}
	for what, try := range map[string]func() error{
		"a name that is taken": func() error { _, err := c.Add("mine", newInformer(s)); return err },
		"no name":              func() error { _, err := c.Add("", newInformer(s)); return err },
		"a name not of UTF-8":  func() error { _, err := c.Add("\xff", newInformer(s)); return err },
		"client-go's informer": func() error {
			_, err := c.Add("theirs", cache.NewSharedIndexInformer(s, &object{}, 0, nil))
			return err
		},
	} {
		if err := try(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if got := scrape(t, c)["informer_info{informer=mine,store=clientgo}"]; got != 1 {
		t.Error("the first informer is not shown")
	}
}

// many makes a handler type for each number: arrays of different lengths.
func many(n int) []cache.ResourceEventHandler {
	var all []cache.ResourceEventHandler
	for i := range n {
		all = append(all, informer.Coalescing(handlerOf(i), i))
	}
	return all
}

// However many handlers come, the series stay few, and their sum is right.
func TestHandlerLabelsAreBounded(t *testing.T) {
	c, inf := prommetrics.New(), newInformer(&source{})
	if _, err := c.Add("pods", inf); err != nil {
		t.Fatal(err)
	}
	const handlers = 200
	for _, h := range many(handlers) {
		if _, err := inf.AddEventHandler(h); err != nil {
			t.Fatal(err)
		}
	}
	series, sum := 0, 0.0
	for name, v := range scrape(t, c) {
		if strings.HasPrefix(name, "informer_handlers{") {
			series++
			sum += v
		}
	}
	if series < 2 || series > 51 || sum != handlers {
		t.Errorf("%d series that sum up to %v", series, sum)
	}
}

func ExampleCollector() {
	pods := informer.NewSharedIndexInformer(&source{}, &object{}, 0, nil,
		informer.WithStore(mvcc.New), informer.WithStoreName("mvcc"))
	collector := prommetrics.New()
	remove, err := collector.Add("pods", pods)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer remove()
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector)
	families, err := registry.Gather()
	fmt.Println(families[0].GetName(), err)
	// Output:
	// informerbench_informer_bookmarks_total <nil>
}
